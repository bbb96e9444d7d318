import { SheetBody } from '#web/ui/layouts.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The form of an order on its way. */
export function OrderSkeleton() {
  return (
    <SheetBody>
      <Skeleton lines={8} />
    </SheetBody>
  );
}
