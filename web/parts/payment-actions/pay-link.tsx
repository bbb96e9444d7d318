import { useSettings } from '#web/lib/settings.ts';
import { AnchorButton, Button } from '#web/ui/button.tsx';
import { CreditCard } from '#web/ui/icons.ts';
import { MenuItem, MenuLink } from '#web/ui/menu.tsx';
import { isCheckoutUrl } from './checkout-url.ts';
import { redirectToCheckout } from './redirect-to-checkout.ts';

interface PayLinkProps {
  /** `init_point` of an open payment. */
  address: string;
  /** Why the user's role may not pay. */
  refused: string | null;
}

const useAllowed = (address: string) => isCheckoutUrl(address, useSettings().payment_hosts);

/** 'Pagar' in a menu: a link if the address is allowed, else an entry that shows why not (readings S13). */
export function PayMenuLink({ address, refused }: PayLinkProps) {
  const allowed = useAllowed(address);
  if (allowed && !refused) {
    return (
      <MenuLink href={address} sameTab icon={<CreditCard />}>
        Pagar
      </MenuLink>
    );
  }
  return (
    <MenuItem disabledReason={refused} icon={<CreditCard />} onSelect={() => redirectToCheckout(address)}>
      Pagar
    </MenuItem>
  );
}

/** 'Pagar' as a button; `primary` where paying is the main action of the screen. */
export function PayButtonLink({
  address,
  refused,
  primary,
  children,
}: PayLinkProps & { primary?: boolean; children: string }) {
  const look = { ...(primary ? { variant: 'primary' as const } : { size: 'sm' as const }), icon: <CreditCard /> };
  const allowed = useAllowed(address);
  if (allowed && !refused) {
    return (
      <AnchorButton {...look} href={address} rel="noreferrer">
        {children}
      </AnchorButton>
    );
  }
  return (
    <Button {...look} disabledReason={refused} onClick={() => redirectToCheckout(address)}>
      {children}
    </Button>
  );
}
