"""What the tests of the doctor share: a healthy Pi."""

from pathlib import Path

import pytest

from tests.doctor.patients import Patient


@pytest.fixture
def patient(tmp_path: Path) -> Patient:
    return Patient(tmp_path)
