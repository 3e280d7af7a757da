import { type ErrorCode, errorTable, type Issue, KinoraError } from '../../kernel/errors.ts'
import { pointOf } from '../machine/machine.ts'
import type { EngineState, Point } from '../machine/states.ts'
import type { UploadRole } from '../schema.ts'

export interface UploadFailure {
  code: ErrorCode
  phase: 'upload' | 'processing'
  detail?: string | undefined
  issues: Issue[]
}

const statuses = ['waiting', 'uploading', 'paused', 'processing', 'failed', 'cancelled', 'broken'] as const

/** What is stored of an upload so that it goes on after a reload (SESS-10). */
export interface UploadRecord {
  /** Percent, 0 to 100. */
  progress: number
  tag: string
  /** Empty until the file has been fingerprinted. */
  identifier: string
  /** The chunk wanted next, counted from 1. */
  uploadingChunkNumber: number
  totalNumberOfChunks: number
  id: string
  role: UploadRole
  fileName: string
  totalSize: number
  /** What the title is, where that is known (VAL-15). */
  kind?: 'video' | 'audio' | undefined
  userId: string
  /** When it was begun, in milliseconds: another upload of the same file of a title is another one. */
  begunAt?: number | undefined
  tenantId?: string | undefined
  /** Position in the queue. */
  order: number
  status: (typeof statuses)[number]
  /** While processing: the digest of the whole file, and whether encoding was asked for. */
  digest?: string | undefined
  encoded?: boolean | undefined
  /** Whether a file may take the place of the one the server has begun to store. */
  replace?: boolean | undefined
  failure?: UploadFailure | undefined
}

type Check = (value: unknown) => boolean

const isText: Check = value => typeof value === 'string'
const isNumber: Check = value => Number.isFinite(value)
const isFlag: Check = value => typeof value === 'boolean'
const isCount =
  (least: number): Check =>
  value =>
    Number.isSafeInteger(value) && (value as number) >= least
const isOneOf =
  (values: readonly unknown[]): Check =>
  value =>
    values.includes(value)
const orNothing =
  (check: Check): Check =>
  value =>
    value === undefined || check(value)

function isLike(value: unknown, checks: Readonly<Record<string, Check>>): boolean {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Readonly<Record<string, unknown>>
  return Object.entries(checks).every(([name, check]) => check(fields[name]))
}

const failure: Record<keyof UploadFailure, Check> = {
  code: value => typeof value === 'string' && value in errorTable,
  phase: isOneOf(['upload', 'processing']),
  detail: orNothing(isText),
  issues: value =>
    Array.isArray(value) && value.every(issue => isLike(issue, { path: isText, code: isText })),
}

const record: Record<keyof UploadRecord, Check> = {
  progress: isNumber,
  tag: isText,
  identifier: isText,
  uploadingChunkNumber: isCount(1),
  totalNumberOfChunks: isCount(1),
  id: isText,
  role: isOneOf(['video', 'trailer', 'event']),
  fileName: isText,
  totalSize: isCount(0),
  kind: orNothing(isOneOf(['video', 'audio'])),
  userId: isText,
  begunAt: orNothing(isNumber),
  tenantId: orNothing(isText),
  order: isNumber,
  status: isOneOf(statuses),
  digest: orNothing(isText),
  encoded: orNothing(isFlag),
  replace: orNothing(isFlag),
  failure: orNothing(value => isLike(value, failure)),
}

/**
 * What was kept, if it is a record; written by another version it may not be. By hand, so that a page that goes
 * on with its uploads needn't load what checks schemas.
 */
export const toUploadRecord = (kept: unknown): UploadRecord | undefined =>
  isLike(kept, record) ? (kept as UploadRecord) : undefined

/** Names the upload of one file of one title or event. */
export const uploadId = (target: { tag: string; role: UploadRole }): string => `${target.role}:${target.tag}`

/** Whether what is stored is of the same upload: another tab may have begun another one, or removed it. */
export const isSameUpload = (stored: UploadRecord | undefined, { begunAt }: UploadRecord): boolean =>
  stored !== undefined && stored.begunAt === begunAt

/** The record with the state of the engine written into it. */
export function toRecord(record: UploadRecord, state: EngineState): UploadRecord {
  const { digest: _digest, encoded: _encoded, failure: _failure, replace: _replace, ...base } = record
  if (state.kind === 'waiting') return { ...base, status: 'waiting', replace: state.replace }
  if (state.kind === 'failed')
    return { ...base, status: 'failed', failure: toFailure(state.error, state.phase) }
  const point = pointOf(state)
  if (point !== undefined) {
    const status = state.kind === 'paused' && state.reason === 'user' ? 'paused' : 'uploading'
    const isBegun = point.at !== 'chunk' || point.position.nextChunk > 1
    return { ...base, ...(isBegun ? {} : { replace: _replace }), status, ...toFields(point, base.totalSize) }
  }
  if (state.kind === 'locked') return record
  return { ...base, status: state.kind === 'cancelled' ? 'cancelled' : 'broken' }
}

/** The state in which a stored upload starts after a reload; processing resumes with `online`. */
export function toState(record: UploadRecord): EngineState {
  const { status, digest, failure, replace = false } = record
  if (status === 'processing' && digest !== undefined) {
    const from = { at: 'processing', phase: 'encoding', digest, encoded: record.encoded ?? false } as const
    return { kind: 'paused', reason: 'offline', from }
  }
  if (status === 'paused') return { kind: 'paused', reason: 'user', from: { at: 'start', replace } }
  if (status === 'failed' && failure !== undefined) {
    const { code, phase, detail, issues } = failure
    return { kind: 'failed', error: new KinoraError(code, { detail, issues }), phase }
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

function toFailure(error: KinoraError, phase: UploadFailure['phase']): UploadFailure {
  return { code: error.code, phase, detail: error.detail, issues: [...error.issues] }
}
