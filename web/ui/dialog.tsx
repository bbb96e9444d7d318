import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { X } from './icons.ts';
import { Tear } from './tear.tsx';

export interface DialogProps {
  /** True unless told: a dialog may also be rendered only while it is open. */
  open?: boolean;
  /** Escape, the scrim and the X ask for this. */
  onClose: () => void;
  title: ReactNode;
  /** Under the title; read when the dialog opens. */
  description?: ReactNode;
  /** Buttons, safe one first. */
  footer?: ReactNode;
  /** The part under the perforation: what is paid or verified. */
  stub?: ReactNode;
  /** False: only its own buttons leave it. */
  dismissible?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** 480, 640 or 880 px; on the phone `full` takes the whole screen. */
  width?: 'normal' | 'wide' | 'wider';
  full?: boolean;
  /** Without padding, for content that runs edge to edge. */
  flush?: boolean;
  children?: ReactNode;
}

/** The dialog's first field, or what says `data-autofocus`, or the dialog itself. */
function focusFirst(event: Event): void {
  const dialog = event.currentTarget as HTMLElement;
  event.preventDefault();
  const asked = dialog.querySelector<HTMLElement>('[data-autofocus]');
  const field = dialog.querySelector<HTMLElement>(
    ':is(input, select, textarea):not(:disabled, [type="hidden"], [tabindex="-1"])',
  );
  (asked ?? field ?? dialog).focus();
}

/** A modal dialog: focus stays in it and goes back to its opener. */
export function Dialog({
  open = true,
  onClose,
  title,
  description,
  footer,
  stub,
  dismissible = true,
  role = 'dialog',
  width = 'normal',
  full = false,
  flush = false,
  children,
}: DialogProps) {
  const hold = (event: Event) => {
    if (!dismissible) event.preventDefault();
  };
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={classNames(styles.scrim, full && styles.fullScrim)}>
          <Radix.Content
            role={role}
            className={classNames(styles.dialog, styles[width], full && styles.full)}
            onOpenAutoFocus={focusFirst}
            onEscapeKeyDown={hold}
            onPointerDownOutside={hold}
            onInteractOutside={hold}
            {...(!description && { 'aria-describedby': undefined })}
          >
            <header className={styles.head}>
              <div className={styles.titles}>
                <Radix.Title>{title}</Radix.Title>
                {description && <Radix.Description className={styles.description}>{description}</Radix.Description>}
              </div>
              {dismissible && <IconButton label="Cerrar" icon={<X className="i-18" />} onClick={onClose} />}
            </header>
            {children && <div className={classNames(styles.content, flush && styles.flush)}>{children}</div>}
            {stub && (
              <>
                <Tear />
                <div className={styles.stub}>{stub}</div>
              </>
            )}
            {footer && <footer className={styles.foot}>{footer}</footer>}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
