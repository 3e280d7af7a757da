import * as z from 'zod'
import { type ErrorCode, errorTable, type Issue, KinoraError } from '../kernel/errors.ts'
import type { MessageKey } from '../messages/index.ts'
import { pointOf } from './machine.ts'
import { FileRole } from './schema.ts'
import type { EngineState, Point } from './states.ts'

const Failure = z.object({
  code: z.custom<ErrorCode>(value => typeof value === 'string' && value in errorTable),
  phase: z.enum(['upload', 'processing']),
  detail: z.string().optional(),
  issues: z.array(
    z.object({
      path: z.string(),
      code: z.custom<MessageKey>(value => typeof value === 'string'),
      params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
  ),
})

/** SESS-10 and what is needed to go on after a reload. The first five fields are the register's. */
export const UploadRecord = z.object({
  /** Percent, 0 to 100. */
  progress: z.number(),
  tag: z.string(),
  /** Empty until the file has been fingerprinted. */
  identifier: z.string(),
  /** The chunk wanted next, counted from 1. */
  uploadingChunkNumber: z.int().min(1),
  totalNumberOfChunks: z.int().min(1),
  id: z.string(),
  role: FileRole,
  fileName: z.string(),
  totalSize: z.int().min(0),
  userId: z.string(),
  tenantId: z.string().optional(),
  /** Position in the queue. */
  order: z.number(),
  status: z.enum(['waiting', 'uploading', 'paused', 'processing', 'failed', 'cancelled', 'broken']),
  /** While processing: the digest of the whole file, and whether encoding was asked for. */
  digest: z.string().optional(),
  encoded: z.boolean().optional(),
  /** Whether a file may take the place of the one the server has begun to store. */
  replace: z.boolean().optional(),
  failure: Failure.optional(),
})
export type UploadRecord = z.infer<typeof UploadRecord>

/** Names the upload of one file of one title. */
export const uploadId = (target: { tag: string; role: FileRole }): string => `${target.role}:${target.tag}`

/** The record with the state of the engine written into it. */
export function toRecord(record: UploadRecord, state: EngineState): UploadRecord {
  const { digest: _digest, encoded: _encoded, failure: _failure, replace: _replace, ...base } = record
  if (state.kind === 'waiting') return { ...base, status: 'waiting', replace: state.replace }
  if (state.kind === 'failed')
    return { ...base, status: 'failed', failure: toFailure(state.error, state.phase) }
  const point = pointOf(state)
  if (point !== undefined) {
    const status = state.kind === 'paused' && state.reason === 'user' ? 'paused' : 'uploading'
    return { ...base, status, ...toFields(point, base.totalSize) }
  }
  if (state.kind === 'locked') return record
  return { ...base, status: state.kind === 'cancelled' ? 'cancelled' : 'broken' }
}

/** The state in which a stored upload starts after a reload; what was being processed goes on with `online`. */
export function toState(record: UploadRecord): EngineState {
  const { status, digest, failure, replace = false } = record
  if (status === 'processing' && digest !== undefined) {
    const from = { at: 'processing', phase: 'encoding', digest, encoded: record.encoded ?? false } as const
    return { kind: 'paused', reason: 'offline', from }
  }
  if (status === 'paused') return { kind: 'paused', reason: 'user', from: { at: 'start', replace } }
  if (status === 'failed' && failure !== undefined) {
    const { code, phase, detail, issues } = failure
    return { kind: 'failed', error: new KinoraError(code, { detail, issues: issues as Issue[] }), phase }
  }
  if (status === 'cancelled') return { kind: 'cancelled', reason: 'user' }
  return status === 'broken' ? { kind: 'broken' } : { kind: 'waiting', replace }
}

function toFields(point: Point, totalSize: number): Partial<UploadRecord> {
  if (point.at === 'start') return { replace: point.replace }
  if (point.at === 'processing') {
    return { status: 'processing', progress: 100, digest: point.digest, encoded: point.encoded }
  }
  const { nextChunk, total, sentBytes } = point.position
  return {
    uploadingChunkNumber: Math.min(nextChunk, total),
    totalNumberOfChunks: total,
    progress: totalSize === 0 ? 0 : Math.floor((sentBytes / totalSize) * 100),
  }
}

function toFailure(error: KinoraError, phase: 'upload' | 'processing'): UploadRecord['failure'] {
  return { code: error.code, phase, detail: error.detail, issues: [...error.issues] }
}
