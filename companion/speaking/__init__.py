"""What the table says aloud: sentences for ears. Pure; speaking them is left to others.

Nothing here reads points but those that an epoch brought (R-INF-2), open ones, and those that the
end has revealed.
"""

__all__ = ["news", "whole_table"]
