-- What was delivered in the months before there were meters for it.
INSERT INTO usage_months (workspace_id, meter, month, used, beyond)
SELECT workspace_id, 'cdn_bandwidth', SUBSTR(day, 1, 7), SUM(bandwidth_bytes), 0
FROM delivery_usage WHERE workspace_id <> '' GROUP BY workspace_id, SUBSTR(day, 1, 7);
