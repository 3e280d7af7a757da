import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import { Tooltip } from '../overlay/tooltip.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { ProgressRing } from './progress.tsx'

export type BadgeTone = 'positive' | 'negative' | 'warning' | 'info' | 'neutral'

export interface BadgeProps {
  tone?: BadgeTone
  children: ReactNode
  /** Instead of the dot: a ring that 0 to 1 fills and `indeterminate` lets turn, or a sign of a failure, whose reason is given. */
  progress?: number | 'indeterminate' | 'error'
  /** The reason of the state: shown on hover, focus and press. */
  reason?: string
  /** The status as the API names it, where the words differ. */
  register?: string
  className?: string
}

/** A state: a dot and a word; a ring while it is in progress. */
export function Badge({ tone = 'neutral', children, progress, reason, register, className }: BadgeProps) {
  const look = { className: classes('kn-badge', className), 'data-tone': tone, 'data-badge-text': register }
  const words = (
    <>
      <Mark progress={progress} />
      <span className="kn-badge-word">{children}</span>
    </>
  )
  if (!reason) return <span {...look}>{words}</span>
  return (
    <ReasonedBadge reason={reason} look={look}>
      {words}
    </ReasonedBadge>
  )
}

function Mark({ progress }: Pick<BadgeProps, 'progress'>) {
  if (progress === undefined) return <span className="kn-badge-dot" aria-hidden="true" />
  if (progress === 'error') return <CircleAlert className="kn-badge-mark" size={12} aria-hidden="true" />
  return <ProgressRing size={12} value={progress === 'indeterminate' ? undefined : progress} />
}

interface ReasonedBadgeProps {
  reason: string
  look: { className: string; 'data-tone': BadgeTone; 'data-badge-text': string | undefined }
  children: ReactNode
}

function ReasonedBadge({ reason, look, children }: ReasonedBadgeProps) {
  const id = useId()
  return (
    <>
      <Tooltip text={reason} delay={150} onPress>
        <button type="button" {...look} aria-describedby={id}>
          {children}
        </button>
      </Tooltip>
      <VisuallyHidden id={id}>{reason}</VisuallyHidden>
    </>
  )
}

const stateTones = { Saved: 'neutral', Inactive: 'negative', Active: 'positive' } as const

interface StateBadgeProps<State> {
  state: State
  word: (state: State) => string
}

/** C-78, SESS-19: Saved, Inactive or Active, in a word and a colour. */
export function StateBadge<State extends keyof typeof stateTones>({ state, word }: StateBadgeProps<State>) {
  return <Badge tone={stateTones[state]}>{word(state)}</Badge>
}

export interface ActiveBadgeProps {
  active: boolean
  /** The word for each. */
  texts: { active: string; inactive: string }
}

/** META-14: active is green, inactive is red, and a word says which. */
export function ActiveBadge({ active, texts }: ActiveBadgeProps) {
  return <Badge tone={active ? 'positive' : 'negative'}>{active ? texts.active : texts.inactive}</Badge>
}
