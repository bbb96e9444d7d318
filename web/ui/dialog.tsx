import * as Radix from '@radix-ui/react-dialog';
import { type MouseEvent, type ReactNode, type RefObject, useRef } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { X } from './icons.ts';

export interface DialogProps {
  open: boolean;
  /** Told false when it should close: X, Esc, a press outside. */
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** A muted line under the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Its buttons, the safe one first. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** `full`: the whole screen on the phone (filters). `side`: a panel at the left edge (menu). */
  shape?: 'box' | 'full' | 'side';
  /** `alertdialog` interrupts: no closing by a press outside. */
  role?: 'dialog' | 'alertdialog';
  /** It cannot be closed: no X, no Esc, no press outside. */
  locked?: boolean;
  /** No X: a button of its foot closes it. */
  hideClose?: boolean;
  /** Where the focus goes at first; the first control otherwise. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Where the focus goes afterwards when the opener is gone. */
  finalFocus?: RefObject<HTMLElement | null>;
  tone?: 'error' | 'success';
  /** No padding around the content: steps and tables run edge to edge. */
  flush?: boolean;
}

/** A modal dialog. Focus stays inside and goes back to the opener. */
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
  const stay = (event: Event) => event.preventDefault();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={classNames(styles.scrim, styles[shape])} onMouseDown={keepFocusInside}>
          <Radix.Content
            role={role}
            className={classNames(styles.dialog, styles[size])}
            {...(description ? {} : { 'aria-describedby': undefined })}
            onEscapeKeyDown={(event) => {
              if (locked || usesEscape(event.target)) stay(event);
            }}
            onPointerDownOutside={locked || role === 'alertdialog' ? stay : undefined}
            onInteractOutside={locked || role === 'alertdialog' ? stay : undefined}
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
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Whether a control has its own use of Esc: giving up what is being typed comes before closing. */
const usesEscape = (target: EventTarget | null) => target instanceof Element && target.matches('[data-own-escape]');

/** What had the focus when the dialog opened; for a menu's entry, which is gone by then, the menu's button. */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role=menu]');
  const button = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
  return button instanceof HTMLElement ? button : null;
}

/** A press beside the dialog must not take the focus out of it. */
function keepFocusInside(event: MouseEvent): void {
  if (event.target === event.currentTarget) event.preventDefault();
}

/** Focuses the opener or, where it is gone or there was none, the page's heading: the keyboard must not start at the top again. */
function returnFocus(opener: HTMLElement | null): void {
  opener?.focus();
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
}

/** The dialog's own perforated part: amounts under the tear line. */
export function DialogStub({ children }: { children: ReactNode }) {
  return <div className={styles.stub}>{children}</div>;
}

/** The dialog's buttons where its steps have their own; stands last in its content. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <footer className={classNames(styles.footer, styles.inside)}>{children}</footer>;
}
