import { SheetBody } from '#web/ui/layouts.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Placeholder while the order form loads. */
export function OrderSkeleton() {
  return (
    <SheetBody>
      <Skeleton lines={8} />
    </SheetBody>
  );
}
