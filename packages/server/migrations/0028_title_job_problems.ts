import type { Migration } from '../src/kernel/db/migrate.ts'

const toKeys = (table: string) => `
ALTER TABLE ${table} ALTER COLUMN problem DROP DEFAULT;
ALTER TABLE ${table} ALTER COLUMN problem TYPE jsonb USING CASE problem WHEN '' THEN '[]'::jsonb
  ELSE jsonb_build_array(jsonb_build_object('path', '', 'code', 'titleJob.said', 'params', jsonb_build_object('words', problem))) END;
ALTER TABLE ${table} ALTER COLUMN problem SET DEFAULT '[]';
`

/** Why a title was refused is a key with its values, so that whoever reads it has it in their own words. */
export const titleJobProblems: Migration = {
  id: 28,
  name: 'title_job_problems',
  sql: `${toKeys('title_jobs')}${toKeys('title_job_items')}
CREATE INDEX title_jobs_ended ON title_jobs (ended_at);
CREATE INDEX title_jobs_undoes ON title_jobs (undoes);
`,
}
