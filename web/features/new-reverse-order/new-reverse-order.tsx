import { REVERSE_MODE } from '#shared/rules/delivery-modes.ts';
import { OrderBones } from '#web/parts/order-form/order-bones.tsx';
import { OrderEditor } from '#web/parts/order-form/order-editor.tsx';
import { REVERSE } from '#web/parts/order-form/order-kind.ts';
import { emptyOrder } from '#web/parts/order-form/order-values.ts';
import { useSenderName } from '#web/parts/order-form/use-sender-name.ts';
import { paths } from '#web/paths.ts';
import { PageHead } from '#web/ui/page-head.tsx';

/** `/logistica-inversa/nueva-orden` (D2 §2): parcels that are collected at a customer's and brought to the client. */
export default function NewReverseOrder() {
  const sender = useSenderName();
  return (
    <>
      <PageHead
        title="Nueva Orden"
        tabTitle="Nueva Orden de Logística Inversa"
        back={{ to: paths.reverse }}
        sub={<span>Logística Inversa</span>}
      />
      {sender === null ? (
        <OrderBones />
      ) : (
        <OrderEditor
          kind={REVERSE}
          start={emptyOrder({ delivery_mode: String(REVERSE_MODE), sender_name: sender })}
          draftKey="nueva-logistica-inversa"
        />
      )}
    </>
  );
}
