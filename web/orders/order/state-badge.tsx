import { badgeColourOf } from '#shared/orders/rules/code/badge-colours.ts';
import { Badge } from '#web/kit/ui/display/badge.tsx';

/** Badge with a state as the gateway sent it, in its colour (D1 §4); unknown states are grey. */
export function StateBadge({ state }: { state: string }) {
  return <Badge colour={badgeColourOf(state)}>{state}</Badge>;
}

/** Badge SI in green or NO in red (D1 §4), without background because every row has one. */
export function YesNoBadge({ yes }: { yes: boolean }) {
  const text = yes ? 'SI' : 'NO';
  return (
    <Badge quiet colour={badgeColourOf(text)}>
      {text}
    </Badge>
  );
}
