import type { Payment } from '#shared/money/payments.ts';
import { PENDING, paymentStateId } from '#shared/money/rules/payments.ts';
import { PayButtonLink, PayMenuLink } from '#web/money/pay-link.tsx';
import type { PaymentAction } from '#web/money/payment-action.ts';
import { usePermissionReason } from '#web/parts/user/use-permission-reason.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Ellipsis, Undo2 } from '#web/ui/icons.ts';
import { Menu, MenuItem } from '#web/ui/menu.tsx';

export interface PaymentActionHandlers {
  ask: (action: PaymentAction) => void;
}

/** Actions of a payment: none unless it is pending (D2 §2, §4), and no cancellation that its flag excludes (D2 §6). */
export function PaymentActions({ payment, ask }: { payment: Payment } & PaymentActionHandlers) {
  const { id, state, payable, cancelable, init_point } = payment;
  const noPayments = usePermissionReason('payments');
  if (paymentStateId(state?.id) !== PENDING) return null;
  const address = payable && init_point;
  if (!address && cancelable === false) return null;
  return (
    <>
      {address && <PayButtonLink address={address}>Pagar</PayButtonLink>}
      <Menu
        trigger={
          <IconButton size="sm" label={`Más acciones del pago ${id}`} title="Más acciones" icon={<Ellipsis />} />
        }
      >
        {address && <PayMenuLink address={address} />}
        {cancelable !== false && (
          <MenuItem
            danger
            icon={<Undo2 />}
            disabledReason={noPayments}
            onSelect={() => ask({ kind: 'cancel', payment: { id }, of: String(id) })}
          >
            Cancelar pago
          </MenuItem>
        )}
      </Menu>
    </>
  );
}
