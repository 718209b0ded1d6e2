"""Keys and touches as if people had made them: put into SDL's own queue, for scripts and tests."""

import pygame


def press_key(name: str) -> None:
    """Let a key go down and up.

    Args:
        name: What pygame calls it, such as "a", "return" or "left"; or a single character, which
            is then typed as an input method would.

    Raises:
        ValueError: pygame knows no key of that name.
    """
    try:
        code = pygame.key.key_code(name)
    except ValueError:
        if len(name) != 1:
            raise
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=name))
        return
    typed = name if len(name) == 1 else {"space": " "}.get(name, "")
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pressed = pygame.event.Event(kind, key=code, unicode=typed, scancode=0, mod=0)
        pygame.event.post(pressed)


def touch(x: float, y: float) -> None:
    """Let a finger go down and up at these shares (0 to 1) of the panel's width and height."""
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
        finger = pygame.event.Event(kind, x=x, y=y, touch_id=0, finger_id=0, dx=0.0, dy=0.0)
        pygame.event.post(finger)
