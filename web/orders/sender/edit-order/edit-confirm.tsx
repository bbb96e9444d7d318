import { EDITED_TEXTS } from '#shared/kit/text/edited-texts.ts';
import { money, pluralize } from '#shared/kit/text/format.ts';
import type { ModificationQuote } from '#shared/orders/modifications.ts';
import { textDoubts } from '#shared/orders/order-doubts.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { OrderChanges } from '#web/orders/order/order-changes.tsx';
import type { EditedText } from './edit-values.ts';

interface EditConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  changes: readonly EditedText[];
  /** True when a shipment is collected: the provider has to approve the change. */
  needsApproval: boolean;
  /** True when printed labels show a value that changes (readings C50). */
  outdatesLabels: boolean;
  /** Price of the new address and whether it needs approval; null when the gateway sends no quote. */
  price: ModificationQuote | null;
  onConfirm: () => Promise<void>;
}

/** Confirms an edit: old and new values side by side, with the price of the new address. */
export function EditConfirm({
  open,
  onOpenChange,
  changes,
  needsApproval,
  outdatesLabels,
  price,
  onConfirm,
}: EditConfirmProps) {
  const pending = price ? price.state === 'Pendiente' : needsApproval;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={pending ? 'Solicitar la modificación' : 'Guardar los cambios'}
      message={`Vas a cambiar ${pluralize(changes.length, 'dato', 'datos')} de la orden.`}
      description={priceText(price, pending)}
      confirmText={pending ? 'Solicitar' : 'Guardar'}
      onConfirm={onConfirm}
    >
      <div className="stack">
        <OrderChanges changes={[...changes, ...costChange(price)]} />
        {doubtsAbout(changes).map((doubt) => (
          <Note key={doubt} tone="warn">
            {doubt}
          </Note>
        ))}
        {outdatesLabels && !pending && (
          <Note tone="warn">Las etiquetas ya impresas quedan desactualizadas: hay que reimprimirlas.</Note>
        )}
      </div>
    </ConfirmDialog>
  );
}

/** Returns the price change as a row, or none when the price stays. */
function costChange(price: ModificationQuote | null) {
  if (!price || price.cost_after === price.cost_before) return [];
  const [before, after] = [money(price.cost_before), money(price.cost_after)];
  return [{ field: 'cost', label: 'Costo de envío', before, after }];
}

/** Returns the doubts about changed texts. */
const doubtsAbout = (changes: readonly EditedText[]): string[] =>
  textDoubts(
    Object.fromEntries(
      changes
        .filter(({ field }) => EDITED_TEXTS.some((name) => name === field))
        .map(({ field, after }) => [field, after]),
    ),
  ).map(({ message }) => message);

/** Describes the price change in a sentence. */
function priceText(price: ModificationQuote | null, pending: boolean): string | undefined {
  if (!price) return undefined;
  const cents = Math.round((price.cost_after - price.cost_before) * 100);
  if (cents === 0) return 'El costo de envío no cambia.';
  if (!pending) return `El costo de envío ${cents > 0 ? 'sube' : 'baja'} ${money(Math.abs(cents) / 100)}.`;
  return `El domicilio nuevo cuesta ${money(cents / 100)} más: lo vamos a revisar antes de aplicarlo. Si lo aprobamos, te cobramos la diferencia aparte.`;
}
