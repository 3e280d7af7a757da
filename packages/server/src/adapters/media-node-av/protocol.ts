import type { EncodeTask, Inspection, LoudnessTask, StillTask } from '../media/engine.ts'

/** What the server asks of the child: one thing, then the child ends. */
export type Request =
  | { kind: 'version' }
  | { kind: 'inspect'; file: string }
  | { kind: 'encode'; task: EncodeTask }
  | { kind: 'still'; task: StillTask }
  | { kind: 'loudness'; task: LoudnessTask }

export interface Results {
  version: string
  inspect: Inspection
  encode: true
  still: boolean
  loudness: true
}

export type Answer =
  | { kind: 'time'; seconds: number }
  | { kind: 'done'; result: Results[keyof Results] }
  | { kind: 'failed'; message: string }
