-- Why a title was refused is a key with its values, so that whoever reads it has it in their own words.

ALTER TABLE title_jobs ALTER COLUMN problem DROP DEFAULT;
ALTER TABLE title_jobs ALTER COLUMN problem TYPE jsonb USING CASE problem WHEN '' THEN '[]'::jsonb
  ELSE jsonb_build_array(jsonb_build_object('path', '', 'code', 'titleJob.said', 'params', jsonb_build_object('words', problem))) END;
ALTER TABLE title_jobs ALTER COLUMN problem SET DEFAULT '[]';

ALTER TABLE title_job_items ALTER COLUMN problem DROP DEFAULT;
ALTER TABLE title_job_items ALTER COLUMN problem TYPE jsonb USING CASE problem WHEN '' THEN '[]'::jsonb
  ELSE jsonb_build_array(jsonb_build_object('path', '', 'code', 'titleJob.said', 'params', jsonb_build_object('words', problem))) END;
ALTER TABLE title_job_items ALTER COLUMN problem SET DEFAULT '[]';

CREATE INDEX title_jobs_ended ON title_jobs (ended_at);
CREATE INDEX title_jobs_undoes ON title_jobs (undoes);
