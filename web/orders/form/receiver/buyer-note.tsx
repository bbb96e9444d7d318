import { Button } from '#web/kit/ui/button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { fieldLabel } from '#web/orders/form/order-labels.ts';
import type { FilledField } from './fill-buyer.ts';

/** Note after a known buyer was picked: what was replaced, with an undo. */
export default function BuyerNote({ filled, onUndo }: { filled: readonly FilledField[]; onUndo: () => void }) {
  const replaced = filled.filter(({ before }) => before.trim() !== '').map(({ name }) => fieldLabel(name));
  const hasAddress = filled.some(({ name }) => name.startsWith('receiver.address.'));
  return (
    <Note tone="info" role="status">
      Completamos el destinatario{hasAddress && ' y el domicilio'}.{' '}
      {replaced.length > 0 && `Reemplazamos lo que decía en ${new Intl.ListFormat('es-AR').format(replaced)}. `}
      <Button size="sm" onClick={onUndo}>
        Deshacer
      </Button>
    </Note>
  );
}
