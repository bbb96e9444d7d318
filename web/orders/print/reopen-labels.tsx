import { pluralize } from '#shared/kit/text/format.ts';
import type { PrintedFile } from './use-print.ts';

/** Labels that arrived, and '28 órdenes · 34 etiquetas listas'. */
export interface Printed {
  text: string;
  file: PrintedFile;
}

/** @param orders '28 órdenes' */
export const readyText = (labels: number, orders?: string) =>
  [orders, pluralize(labels, 'etiqueta lista', 'etiquetas listas')].filter(Boolean).join(' · ');

/** Button that shows printed labels again. */
export function ReopenLabels({ file }: Pick<Printed, 'file'>) {
  return (
    <button type="button" className="link-button" onClick={file.again}>
      {file.againLabel}
    </button>
  );
}
