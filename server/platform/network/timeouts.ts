/** How long the server waits for others, in ms. Tests of silent services and databases shorten them. */
export const TIMEOUTS = {
  /** For a connection to an external service. */
  egressConnect: 2000,
  /** For the whole response of an external service. */
  egressResponse: 5000,
  /** For data from the gateway behind a portal, except uploads and downloads. */
  gatewayResponse: 5500,
  /** For the database's response. Longer than the server's statement timeout, so a query that exceeds it has lost its connection. */
  databaseResponse: 7000,
  /** For connecting and queries of the connection that carries change events. One that exceeds it is considered lost. */
  eventsResponse: 5000,
  /** For the first notification on that connection, which shows whether any arrive. */
  eventsProbe: 2000,
  /** For requests that are open when the server stops. Jobs get the rest of the ten seconds after which a process is cut off. */
  openRequests: 6000,
  /** For the rest of a refused body, e.g. of an upload without a login. */
  refusedBody: 3000,
  /** Interval of resync events while change events of other nodes can't be received. */
  resync: 5000,
  /** Interval between rounds of the simulator of shipments. */
  simulatorRound: 5000,
};
