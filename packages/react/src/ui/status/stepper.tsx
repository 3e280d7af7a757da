import { Check, CircleAlert, Pause } from 'lucide-react'
import type { CSSProperties } from 'react'
import { classes } from '../classes.ts'
import { VisuallyHidden } from '../visually-hidden.tsx'

export type StepState = 'waiting' | 'active' | 'paused' | 'done' | 'error'

export interface Step {
  label: string
  state: StepState
  /** 0 to 1 while active or paused; left out, the line moves without measure. */
  progress?: number
  /** The state in a word, for those who listen: "done", "in progress 40%". */
  stateText: string
}

export interface StepperProps {
  label: string
  steps: readonly Step[]
  className?: string
}

/** A line of steps, each with its own measure. */
export function Stepper({ label, steps, className }: StepperProps) {
  return (
    <ol className={classes('kn-steps', className)} aria-label={label}>
      {steps.map(step => (
        <li
          key={step.label}
          className="kn-step"
          data-state={step.state}
          data-measured={step.progress === undefined ? undefined : ''}
          aria-current={step.state === 'active' || step.state === 'paused' ? 'step' : undefined}
        >
          <span className="kn-step-line" aria-hidden="true">
            <span
              className="kn-step-fill"
              style={{ display: 'block', '--kn-progress': step.progress } as CSSProperties}
            />
          </span>
          <span className="kn-step-word">
            {step.state === 'done' ? <Check size={12} strokeWidth={2.5} aria-hidden="true" /> : null}
            {step.state === 'error' ? <CircleAlert size={12} aria-hidden="true" /> : null}
            {step.state === 'paused' ? <Pause size={12} aria-hidden="true" /> : null}
            <span className="kn-truncate">
              {step.label}
              <VisuallyHidden> {step.stateText}</VisuallyHidden>
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}
