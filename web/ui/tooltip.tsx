import * as Radix from '@radix-ui/react-tooltip';
import type { ReactNode } from 'react';
import pop from './pop.module.css';

interface TooltipProps {
  /** One sentence; the control says it itself to those who can't see it. */
  text: string;
  /** One element that takes the focus. */
  children: ReactNode;
}

/** A sentence that a control shows while it is pointed at or focused. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className={pop.tip} side="right" sideOffset={8} collisionPadding={8}>
            {text}
            <Radix.Arrow className={pop.arrow} />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
