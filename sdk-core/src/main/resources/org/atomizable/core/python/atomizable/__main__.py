from . import __doc__ as _help

print((_help or "").strip())
