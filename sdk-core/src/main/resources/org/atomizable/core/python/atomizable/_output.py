"""Text files that hold what the loop writes exactly once: the text is a part of each checkpoint."""

import os
import tempfile
from typing import Optional, TextIO, Union

_PIECE = 1 << 20  # a piece that has not changed is not stored again


class Output:
    """A text file. What the loop writes is seen in it as soon as it cannot be lost or written again."""

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        self._name = os.fsdecode(path)  # in checkpoints, so that the directory may be moved
        self._path = os.path.abspath(path)  # the program may go elsewhere before this is written
        self._told = bytearray()
        self._file: Optional[TextIO] = None

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError("text must be a str, was %r" % (text,))
        if self._file is None:
            self._told += text.encode("utf-8", "surrogatepass")
        else:
            self._file.write(text)
            self._file.flush()
        return len(text)

    def flush(self) -> None:
        """For print(..., flush=True). When the text is seen does not depend on it."""

    def _pieces(self):
        return [bytes(self._told[begin:begin + _PIECE]) for begin in range(0, len(self._told), _PIECE)]

    def _publish(self):
        """Replaces the file by what was told so far, at once."""
        descriptor, beside = tempfile.mkstemp(dir=os.path.dirname(self._path), prefix=".atomizable-")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(self._told)
                file.flush()
                os.fsync(file.fileno())
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(beside, 0o666 & ~mask)
            os.replace(beside, self._path)
        except BaseException:
            os.unlink(beside)
            raise

    def _open(self):
        """From now on nothing is told twice: the text goes to the file."""
        self._publish()
        self._file = open(self._path, "a", encoding="utf-8", errors="surrogatepass", newline="")
