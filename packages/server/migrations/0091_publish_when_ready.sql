-- Publishing as soon as the file is processed: who asked for it, or why it could not be done (decision 0119).

ALTER TABLE titles ADD when_ready jsonb;
ALTER TABLE title_jobs DROP CONSTRAINT title_jobs_act_check;
ALTER TABLE title_jobs ADD CONSTRAINT title_jobs_act_check
  CHECK (act IN ('publish', 'publishWhenReady', 'unpublish', 'delete', 'edit', 'undo'));
