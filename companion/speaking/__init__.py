"""What the table says aloud: sentences for ears. Pure; who speaks them is somebody else's business.

Nothing here reads points but those that an epoch brought (R-INF-2), open ones, and those that the
end has revealed.
"""

__all__ = ["news", "whole_table"]
