import { Navigate } from 'react-router';
import { REVERSE_MODE } from '#shared/orders/rules/delivery-modes.ts';
import type { OrderEditorProps } from '#web/orders/form/order-editor.tsx';
import { useOrder } from '#web/orders/order/use-order.ts';
import { paths, repeatQuery } from '#web/paths.ts';
import { copyOrder } from './copied-order.ts';
import { CopyForm, NEVER_STALE } from './copy-form.tsx';

interface RepeatOrderFormProps extends Omit<OrderEditorProps, 'start' | 'draftKey'> {
  /** Tracking id or numeric id of the order to repeat. */
  source: string;
  /** Used if the order has none. */
  sender: string;
  /** Delivery mode for an order whose own mode is not among `modes`. */
  otherMode: string;
}

/** Form of an order that repeats an earlier one: everything but its number. An order of reverse logistics has its own screen. */
export default function RepeatOrderForm({ source, sender, otherMode, ...editor }: RepeatOrderFormProps) {
  const { order } = useOrder(source, { staleTime: NEVER_STALE });
  const mode = order?.delivery_mode?.id;
  if (!editor.kind.reverse && mode === String(REVERSE_MODE)) {
    return <Navigate replace to={`${paths.newReverse}?${repeatQuery(source)}`} />;
  }
  return (
    <CopyForm
      {...editor}
      source={source}
      copy={(original, products) =>
        copyOrder(original, original.shippings ?? [], products, {
          order_id: '',
          sender_name: original.sender_name || sender,
          delivery_mode: editor.modes?.find(({ id }) => id === mode)?.id ?? otherMode,
        })
      }
      draftKey={`repetir-${source}`}
    />
  );
}
