; What is indented below a line, and a bracket that reaches over lines.
[(block) (row) (group)] @fold
