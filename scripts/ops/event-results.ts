/** Numbers of events by result. */
interface Counts {
  recorded: number;
  repeated: number;
  refused: number;
}

export const counted = ({ recorded, repeated, refused }: Counts): string =>
  `${recorded} registrados, ${repeated} repetidos, ${refused} rechazados`;

const RESULTS: Readonly<Record<string, string>> = {
  recorded: 'registrado',
  repeated: 'repetido',
  refused: 'rechazado',
  double: 'doble',
  unanswered: 'sin respuesta',
};

export const resultName = (result: string): string => RESULTS[result] ?? result;
