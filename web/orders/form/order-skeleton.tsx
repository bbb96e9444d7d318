import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { SheetBody } from '#web/kit/ui/layout/layouts.tsx';

/** Placeholder while the order form loads. */
export function OrderSkeleton() {
  return (
    <SheetBody>
      <Skeleton lines={8} />
    </SheetBody>
  );
}
