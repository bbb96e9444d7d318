import * as Radix from '@radix-ui/react-toast';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import styles from './alerts.module.css';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { CircleAlert, CircleCheck, TriangleAlert, X } from './icons.ts';

/** Milliseconds an alert stays when nobody points at it (D1 §1). */
const STAY = 5_000;

export interface Alert {
  title: string;
  text?: string | undefined;
  /** One paragraph each: what failed and why. */
  lines?: readonly string[] | undefined;
}

type Tone = 'success' | 'warning' | 'danger';
type Shown = Alert & { tone: Tone; key: number };

/** Shows an alert at the top right. */
export type Alerts = Record<Tone, (alert: Alert) => void>;

const icons: Record<Tone, ReactNode> = {
  success: <CircleCheck />,
  warning: <TriangleAlert />,
  danger: <CircleAlert />,
};

const Context = createContext<Alerts | null>(null);

/** The alerts of the page; inside `AlertsProvider` only. */
export function useAlerts(): Alerts {
  const alerts = useContext(Context);
  if (!alerts) throw new Error('useAlerts needs an AlertsProvider above it');
  return alerts;
}

/** Stays around the whole portal, so that an alert outlives the screen that raised it. */
export function AlertsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const alerts = useMemo<Alerts>(() => {
    let key = 0;
    const show = (tone: Tone) => (alert: Alert) => {
      key += 1;
      const added = { ...alert, tone, key };
      setShown((list) => [...list, added]);
    };
    return { success: show('success'), warning: show('warning'), danger: show('danger') };
  }, []);
  const drop = (key: number) => setShown((list) => list.filter((alert) => alert.key !== key));

  return (
    <Context value={alerts}>
      <Radix.Provider duration={STAY} label="Aviso" swipeDirection="right">
        {children}
        {shown.map(({ key, tone, title, text, lines }) => (
          <Radix.Root
            key={key}
            className={classNames(styles.alert, styles[tone])}
            onOpenChange={(open) => !open && drop(key)}
          >
            {icons[tone]}
            <div className={styles.text}>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              {(text || lines) && (
                <Radix.Description asChild>
                  <div>
                    {text && <p>{text}</p>}
                    {lines?.map((line) => (
                      <p key={line}>{line}</p>
                    ))}
                  </div>
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton size="sm" label="Cerrar" icon={<X />} />
            </Radix.Close>
          </Radix.Root>
        ))}
        <Radix.Viewport className={styles.alerts} label="Avisos ({hotkey})" />
      </Radix.Provider>
    </Context>
  );
}
