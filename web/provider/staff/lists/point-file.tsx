import { importPickupPoints, listPickupPoints, POINT_FILE_LIMITS } from '#shared/provider/staff-pickup-points.ts';
import { readSetup } from '#shared/provider/staff-setup.ts';
import { call } from '#web/lib/api.ts';
import { ListFileDialog } from './list-file-dialog.tsx';

/** Adds and changes pickup points by a CSV file, and shows the rows that were refused. */
export function PointFile({ onClose }: { onClose: () => void }) {
  return (
    <ListFileDialog
      title="Cargar puntos de retiro"
      lead="El archivo lleva las columnas de «Exportar CSV». Cada fila se agrega o cambia por su código; una celda vacía no cambia nada."
      limits={POINT_FILE_LIMITS}
      send={async (text) => {
        const { message, results } = await call(importPickupPoints, { body: { text } });
        return { message, problems: results.filter(({ result }) => result === 'refused') };
      }}
      changed={[listPickupPoints, readSetup]}
      table={{
        caption: 'Filas rechazadas',
        rowKey: ({ line }) => String(line),
        columns: [
          { header: 'Línea', cell: ({ line }) => line },
          { header: 'Código', cell: ({ code }) => code },
          { header: 'Motivo', cell: ({ reason }) => reason },
        ],
      }}
      onClose={onClose}
    />
  );
}
