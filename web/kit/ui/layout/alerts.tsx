import * as Toast from '@radix-ui/react-toast';
import {
  createContext,
  type ReactNode,
  type RefCallback,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { IconButton } from '#web/kit/ui/button.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { CircleAlert, CircleCheck, TriangleAlert, X } from '#web/kit/ui/display/icons.ts';
import styles from './alerts.module.css';

/** Milliseconds for which most alerts stay (D1 §2, Shell); hovering or focusing the alerts pauses the time. */
const ALERT_MS = 5000;

type Tone = 'success' | 'warning' | 'danger';

interface Alert {
  id: number;
  tone: Tone;
  title: string;
  text?: string;
  lines: readonly string[];
  /** The same for equal alerts. */
  key: string;
}

type ShowAlert = (title: string, text?: string, lines?: readonly string[]) => void;
export type Alerts = Readonly<Record<Tone, ShowAlert>> & {
  /** Closes the alerts about failures. */
  settle: () => void;
};

const AlertsContext = createContext<Alerts | null>(null);

const ICONS = { success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

/**
 * Returns functions to show alerts, e.g. `useAlerts().success('Envío cancelado', 'El envío 40018266 ha sido cancelado
 * con éxito')`. The object is stable.
 */
export function useAlerts(): Alerts {
  const alerts = use(AlertsContext);
  if (!alerts) throw new Error('useAlerts requires an AlertsProvider above it.');
  return alerts;
}

/** True while a pointer button is pressed. */
let pressed = false;

/** Runs the work as soon as no pointer button is pressed, so that nothing moves under the pointer. */
function afterPointerUp(work: () => void): void {
  if (!pressed) work();
  else window.addEventListener('pointerup', () => setTimeout(work), { once: true });
}

/**
 * Removes the alerts of a screen when the screen changes. Keeps alerts that were raised after the last click or key:
 * their action also changed the screen ('Orden creada', 'Ingreso Exitoso').
 *
 * @param last id of the newest alert
 * @param remove removes the alerts up to this id
 */
function useAlertDismissal(screen: string, last: RefObject<number>, remove: (upTo: number) => void): void {
  const lastSeen = useRef(0);
  const dismissOld = useEffectEvent(() => remove(lastSeen.current));

  useEffect(() => {
    const markSeen = () => (lastSeen.current = last.current);
    const press = () => {
      pressed = true;
      markSeen();
    };
    const release = () => (pressed = false);
    const listeners = [
      ['pointerdown', press],
      ['pointerup', release],
      ['pointercancel', release],
      ['keydown', markSeen],
      // The browser's back and forward buttons.
      ['popstate', markSeen],
    ] as const;
    for (const [type, listener] of listeners) window.addEventListener(type, listener, { capture: true });
    return () => {
      for (const [type, listener] of listeners) window.removeEventListener(type, listener, { capture: true });
    };
  }, [last]);

  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    dismissOld();
  }, [screen]);
}

/** Sets `--alerts-height` of the document to the height of the alerts; the page below moves down by this height. */
function useAlertsHeight(): RefCallback<HTMLElement> {
  return useCallback((band: HTMLElement | null) => {
    if (!band) return;
    const { style } = document.documentElement;
    const move = () => style.setProperty('--alerts-height', `${band.offsetHeight}px`);
    const observer = new ResizeObserver(() => afterPointerUp(move));
    observer.observe(band, { box: 'border-box' });
    return () => {
      observer.disconnect();
      style.removeProperty('--alerts-height');
    };
  }, []);
}

interface AlertsProviderProps {
  /** Name of the current screen; its alerts disappear when it changes. */
  screen?: string;
  children: ReactNode;
}

/** Holds the alerts of the whole portal and renders them at the top right. */
export function AlertsProvider({ screen = '', children }: AlertsProviderProps) {
  const [alerts, setAlerts] = useState<readonly Alert[]>([]);
  const last = useRef(0);
  const band = useAlertsHeight();
  useAlertDismissal(screen, last, (upTo) => setAlerts((shown) => shown.filter(({ id }) => id > upTo)));
  const showAlert = useMemo<Alerts>(() => {
    const as =
      (tone: Tone): ShowAlert =>
      (title, text, lines = []) => {
        last.current += 1;
        const key = JSON.stringify([tone, title, text, lines]);
        const alert = { id: last.current, tone, title, text, lines, key };
        // A repeated alert replaces the former one: the page below doesn't move again.
        setAlerts((shown) => [...shown.filter((other) => other.key !== key), alert]);
      };
    const settle = () => setAlerts((shown) => shown.filter(({ tone }) => tone !== 'danger'));
    return { success: as('success'), warning: as('warning'), danger: as('danger'), settle };
  }, []);

  return (
    <AlertsContext value={showAlert}>
      <Toast.Provider duration={ALERT_MS} label="Aviso" swipeDirection="right">
        {children}
        {alerts.map((alert) => (
          <AlertCard
            key={alert.id}
            alert={alert}
            onDismiss={() => setAlerts((shown) => shown.filter(({ id }) => id !== alert.id))}
          />
        ))}
        <Toast.Viewport ref={band} className={styles.alerts} label="Avisos ({hotkey})" />
      </Toast.Provider>
    </AlertsContext>
  );
}

/**
 * A warning with lines lists problems that the person has to handle, such as the failures among several items: it stays
 * until it is closed.
 */
function AlertCard({ alert, onDismiss }: { alert: Alert; onDismiss: () => void }) {
  const isLasting = alert.tone === 'warning' && alert.lines.length > 0;
  const Icon = ICONS[alert.tone];
  return (
    <Toast.Root
      className={classNames(styles.alert, styles[alert.tone])}
      {...(isLasting && { duration: Number.POSITIVE_INFINITY })}
      type={alert.tone === 'danger' ? 'foreground' : 'background'}
      onOpenChange={(open) => {
        if (!open) onDismiss();
      }}
    >
      <Icon className="icon-18" />
      <div>
        <Toast.Title className={styles.title}>{alert.title}</Toast.Title>
        {alert.text || alert.lines.length > 0 ? (
          <Toast.Description asChild>
            <div className={styles.text}>
              {alert.text ? <p>{alert.text}</p> : null}
              {alert.lines.length > 0 ? (
                <ul>
                  {alert.lines.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              ) : null}
            </div>
          </Toast.Description>
        ) : null}
      </div>
      <Toast.Close asChild>
        <IconButton size="sm" label="Cerrar" icon={<X />} />
      </Toast.Close>
    </Toast.Root>
  );
}
