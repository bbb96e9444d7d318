-- Opening hours and coordinates of pickup points, so that senders can choose the nearest one and buyers find it.

ALTER TABLE pickup_points ADD COLUMN hours text NOT NULL DEFAULT '';
-- Decimal degrees; both or none.
ALTER TABLE pickup_points ADD COLUMN lat double precision;
ALTER TABLE pickup_points ADD COLUMN lon double precision;
ALTER TABLE pickup_points ADD CONSTRAINT pickup_points_place
  CHECK ((lat IS NULL) = (lon IS NULL) AND lat BETWEEN -56 AND -21 AND lon BETWEEN -74 AND -53) NOT VALID;
