import * as Radix from '@radix-ui/react-dialog';
import { type MouseEvent, memo, type ReactNode, type RefObject, useRef } from 'react';
import { IconButton } from '#web/kit/ui/button.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { X } from '#web/kit/ui/display/icons.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  open: boolean;
  /** Called with false to close: X, Esc, a click outside. */
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Muted line below the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons of the dialog, the safe one first. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** `full`: fills the screen on the phone (filters). `side`: a panel at the left edge (menu). */
  shape?: 'box' | 'full' | 'side';
  /** `alertdialog` doesn't close on a click outside. */
  role?: 'dialog' | 'alertdialog';
  /** True for a dialog that can't be closed: no X, no Esc, no click outside. */
  locked?: boolean;
  /** Hides the X, where a button of the footer closes the dialog. */
  hideClose?: boolean;
  /** Element to focus first; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Element to focus after closing, if the opener is gone. */
  finalFocus?: RefObject<HTMLElement | null>;
  tone?: 'error' | 'success';
  /** No padding around the content, for steps and tables. */
  flush?: boolean;
}

/** Modal dialog. The focus stays inside and returns to the opener. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'sm',
  shape = 'box',
  role = 'dialog',
  locked = false,
  hideClose = false,
  initialFocus,
  finalFocus,
  tone,
  flush,
}: DialogProps) {
  const opener = useRef<HTMLElement | null>(null);
  const preventDefault = (event: Event) => event.preventDefault();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={classNames(styles.scrim, styles[shape])} onMouseDown={keepFocusInside}>
          <Radix.Content
            role={role}
            className={classNames(styles.dialog, styles[size])}
            {...(description ? {} : { 'aria-describedby': undefined })}
            onEscapeKeyDown={(event) => {
              if (locked || usesEscape(event.target)) preventDefault(event);
            }}
            onPointerDownOutside={locked || role === 'alertdialog' ? preventDefault : undefined}
            onInteractOutside={locked || role === 'alertdialog' ? preventDefault : undefined}
            onOpenAutoFocus={(event) => {
              opener.current = openerOf(document.activeElement);
              if (!initialFocus?.current) return;
              event.preventDefault();
              initialFocus.current.focus();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              returnFocus(finalFocus?.current ?? opener.current);
            }}
          >
            <Contents open={open}>
              <header className={styles.header}>
                <div>
                  <Radix.Title className={classNames(styles.title, tone && styles[tone])}>{title}</Radix.Title>
                  {description ? <Radix.Description className="muted">{description}</Radix.Description> : null}
                </div>
                {locked || hideClose ? null : (
                  <Radix.Close asChild>
                    <IconButton className={styles.close} label="Cerrar" icon={<X className="icon-18" />} />
                  </Radix.Close>
                )}
              </header>
              <div className={flush ? styles.flush : styles.content}>{children}</div>
              {footer ? <footer className={styles.footer}>{footer}</footer> : null}
            </Contents>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The contents of a dialog. Keeps them while the dialog closes, because the caller has often dropped their data by then. */
const Contents = memo(
  ({ children }: { open: boolean; children: ReactNode }) => children,
  (_, { open }) => !open,
);

/** Returns whether a control handles Esc itself: the first Esc cancels typing, before one closes the dialog. */
const usesEscape = (target: EventTarget | null) => target instanceof Element && target.matches('[data-own-escape]');

/** Returns the element that opened the dialog; for a menu entry, which is gone by then, the menu's button. */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role=menu]');
  const button = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
  return button instanceof HTMLElement ? button : null;
}

/** Keeps the focus in the dialog on a click outside. */
function keepFocusInside(event: MouseEvent): void {
  if (event.target === event.currentTarget) event.preventDefault();
}

/** Focuses the opener or, if it is gone, the page's heading, so that the keyboard doesn't start at the top again. */
function returnFocus(opener: HTMLElement | null): void {
  opener?.focus();
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
}

/** The part of a dialog below the perforation, for amounts. */
export function DialogStub({ children }: { children: ReactNode }) {
  return <div className={styles.stub}>{children}</div>;
}

/** Footer inside the content, where each step has its own buttons; must be the last child. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <footer className={classNames(styles.footer, styles.inside)}>{children}</footer>;
}
