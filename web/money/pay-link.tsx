import { useSettings } from '#web/kit/call/settings.ts';
import { AnchorButton, Button, IconAnchor, IconButton } from '#web/kit/ui/button.tsx';
import { CreditCard } from '#web/kit/ui/display/icons.ts';
import { MenuItem, MenuLink } from '#web/kit/ui/overlay/menu.tsx';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import { isCheckoutUrl } from './checkout-url.ts';
import { redirectToCheckout } from './redirect-to-checkout.ts';

interface PayLinkProps {
  /** `init_point` of an open payment. */
  address: string;
}

/** Label of the link to an open payment, in a row. */
export const CONTINUE_PAYING = 'Seguir pagando';

const useAllowed = (address: string) => isCheckoutUrl(address, useSettings().payment_hosts);

/** 'Pagar' in a menu: a link if the address is allowed, else an entry that shows why not (readings S13). */
export function PayMenuLink({ address }: PayLinkProps) {
  const noPayments = usePermissionReason('payments');
  const allowed = useAllowed(address);
  if (allowed && !noPayments) {
    return (
      <MenuLink href={address} sameTab icon={<CreditCard />}>
        Pagar
      </MenuLink>
    );
  }
  return (
    <MenuItem disabledReason={noPayments} icon={<CreditCard />} onSelect={() => redirectToCheckout(address)}>
      Pagar
    </MenuItem>
  );
}

/** 'Pagar' as a button; `primary` where paying is the main action of the screen. */
export function PayButtonLink({ address, primary, children }: PayLinkProps & { primary?: boolean; children: string }) {
  const noPayments = usePermissionReason('payments');
  const look = { ...(primary ? { variant: 'primary' as const } : { size: 'sm' as const }), icon: <CreditCard /> };
  const allowed = useAllowed(address);
  if (allowed && !noPayments) {
    return (
      <AnchorButton {...look} href={address} rel="noreferrer">
        {children}
      </AnchorButton>
    );
  }
  return (
    <Button {...look} disabledReason={noPayments} onClick={() => redirectToCheckout(address)}>
      {children}
    </Button>
  );
}

/** 'Seguir pagando' as an icon, for a row with an open payment. */
export function PayIconLink({ address, orderId }: PayLinkProps & { orderId: string }) {
  const noPayments = usePermissionReason('payments');
  const allowed = useAllowed(address);
  const look = { size: 'sm', title: CONTINUE_PAYING, label: `${CONTINUE_PAYING} la orden ${orderId}` } as const;
  if (allowed && !noPayments) return <IconAnchor {...look} icon={<CreditCard />} href={address} rel="noreferrer" />;
  return (
    <IconButton
      {...look}
      icon={<CreditCard />}
      disabledReason={noPayments}
      onClick={() => redirectToCheckout(address)}
    />
  );
}
