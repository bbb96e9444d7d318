import { REVERSE_MODE } from '#shared/orders/rules/delivery-modes.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import { ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { CopyForm } from '#web/orders/form/copy/copy-form.tsx';
import { REVERSE_OF_ORDER } from '#web/orders/form/order-kind.ts';
import { reverseOrder } from './reverse-order.ts';
import type { ReverseSource } from './reverse-source.ts';

const MODES = [{ id: String(REVERSE_MODE), name: 'Logística inversa' }];

/** The form of a reverse order that returns shipments of an existing order (D1 §2): filled in from that order, its mode fixed. */
export default function ReverseOrderForm({ source, sender }: { source: ReverseSource; sender: string }) {
  const { reverseLogistics } = useClientSession();
  if (!reverseLogistics) {
    return (
      <ErrorState title="Tu cuenta no tiene habilitada la logística inversa" text="Consultá a tu ejecutivo de cuenta" />
    );
  }
  return (
    <CopyForm
      kind={REVERSE_OF_ORDER}
      modes={MODES}
      source={source.order}
      copy={(order, products) => reverseOrder(order, source, products, sender)}
      draftKey={`logistica-inversa-${source.order}`}
    />
  );
}
