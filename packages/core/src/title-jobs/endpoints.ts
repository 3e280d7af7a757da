import * as z from 'zod'
import { everyRole } from '../access.ts'
import { get, noun, post } from '../kernel/endpoint.ts'
import { limits } from '../kernel/field-rules.ts'
import { Id } from '../kernel/fields.ts'
import { Paged, PageInput } from '../kernel/pages.ts'
import { TitleFilter } from '../titles/schema.ts'
import {
  ItemOutcome,
  PreviewOutcome,
  TITLE_JOB_MAX,
  TitleAct,
  TitleEdit,
  TitleJob,
  TitleJobItem,
  TitleJobPreview,
} from './schema.ts'

/** The titles, by their tags or by a filter, of which an empty one is all; and what is done to them. */
const draft = {
  act: TitleAct,
  edit: TitleEdit.optional(),
  tags: z.array(Id).min(1).max(limits.bulk).optional(),
  filter: TitleFilter.optional(),
}
const byId = z.object({ jobId: Id })

/** Calls for jobs that change many titles at once (†, decision 0045). */
export const titleJobs = noun('title-jobs', {
  preview: post('/api/v1/title-jobs/preview', {
    summary: 'What a job would change on each title, or why it would be refused; nothing is written',
    input: PageInput.extend({ ...draft, outcome: PreviewOutcome.optional() }),
    output: TitleJobPreview,
    allow: everyRole,
  }),
  create: post('/api/v1/title-jobs', {
    summary: 'Starts a job on titles: each has a result of its own',
    input: z.object({
      ...draft,
      /** How many were shown: where others match by now, nothing is begun. */
      expected: z.int().min(0).max(TITLE_JOB_MAX).optional(),
    }),
    output: TitleJob,
    allow: everyRole,
    status: 201,
  }),
  list: get('/api/v1/title-jobs', {
    summary: 'Jobs on titles, the newest first',
    input: PageInput.extend({ mine: z.boolean().optional() }),
    output: Paged(TitleJob),
    allow: everyRole,
  }),
  view: get('/api/v1/title-jobs/{jobId}', {
    summary: 'How far a job on titles is',
    input: byId,
    output: TitleJob,
    allow: everyRole,
  }),
  results: get('/api/v1/title-jobs/{jobId}/results', {
    summary: 'What became of each title of a job',
    input: PageInput.extend({ ...byId.shape, outcome: ItemOutcome.optional() }),
    output: Paged(TitleJobItem),
    allow: everyRole,
  }),
  cancel: post('/api/v1/title-jobs/{jobId}/cancel', {
    summary: 'Cancels a job on titles; what is done stays done',
    input: byId,
    output: TitleJob,
    allow: everyRole,
  }),
  undo: post('/api/v1/title-jobs/{jobId}/undo', {
    summary: 'Takes a job on titles back, as a job of its own; titles that were changed since are left alone',
    input: byId,
    output: TitleJob,
    allow: everyRole,
    status: 201,
  }),
})
