import { importLocalities, LOCALITY_FILE_LIMITS, listLocalities } from '#shared/provider/staff-zip-codes.ts';
import { call } from '#web/lib/api.ts';
import { ListFileDialog } from './list-file-dialog.tsx';

/** Adds the localities of a CSV file, and shows the rows with problems. */
export function LocalityFile({ onClose }: { onClose: () => void }) {
  return (
    <ListFileDialog
      title="Cargar códigos postales"
      lead="El archivo lleva las columnas cp, localidad y provincia. Se agregan las que todavía no están."
      limits={LOCALITY_FILE_LIMITS}
      send={async (text) => {
        const { message, results } = await call(importLocalities, { body: { text } });
        return { message, problems: results.problems };
      }}
      changed={[listLocalities]}
      table={{
        caption: 'Filas con problemas',
        rowKey: ({ line, message }) => `${line} ${message}`,
        columns: [
          { header: 'Línea', cell: ({ line }) => line },
          { header: 'Problema', cell: ({ message }) => message },
        ],
      }}
      onClose={onClose}
    />
  );
}
