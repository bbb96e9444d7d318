-- When demonstration data were begun (their dates count back from that day) and completed; no row without DEMO.
CREATE TABLE demonstration (
  day date NOT NULL,
  completed_at timestamptz
);
