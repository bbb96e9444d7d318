import { useSearchParams } from 'react-router';
import { history } from '#web/kit/lib/history.ts';

/** The client in the page's address, '' for none, and a function that chooses another one. */
export function useChosenClient(): [client: string, choose: (client: string) => void] {
  const [params] = useSearchParams();
  return [
    params.get('cliente') ?? '',
    (client) => history.replace(`${window.location.pathname}${client && `?cliente=${client}`}`),
  ];
}
