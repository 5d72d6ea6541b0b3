# FILE stands for the recording that the page's first line makes in half a minute.
./atomizable profile run option-pricer --atoms 192
cp profiles/option-pricer/*.json FILE
cp FILE FILE...
