import {
  cuesOf,
  formatNames,
  formatTimestamp,
  type ParsedVtt,
  toVttIssue,
  type VttProblem,
} from '@kinora/core/webvtt'
import { Button } from '../ui/button.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { useCaptionTexts } from './texts.ts'

export interface CaptionFileReportProps {
  read: ParsedVtt
  /** Seconds by which all its captions are moved. */
  shift: number
  onShift: (seconds: number) => void
}

/** What a caption file holds, and each of its lines that keeps it from being stored or is shown otherwise than was meant. */
export function CaptionFileReport({ read, shift, onShift }: CaptionFileReportProps) {
  const { text } = useCaptionTexts()
  const cues = cuesOf(read)
  const errors = read.problems.filter(({ severity }) => severity === 'error')
  const warnings = read.problems.filter(({ severity }) => severity === 'warning')
  const end = cues.reduce((latest, cue) => Math.max(latest, cue.end), 0)
  const offer = Number(errors.find(({ code }) => code === 'webvtt.beyondShift')?.params?.shift ?? 0)
  return (
    <div className="kn-captions-report">
      {cues.length === 0 || errors.length > 0 ? null : (
        <p className="kn-field-help" role="status">
          {text('ui.captions.read', { count: cues.length, end: formatTimestamp(end).slice(0, -4) })}
        </p>
      )}
      {read.format === 'vtt' ? null : (
        <p className="kn-field-help">{text('ui.captions.converted', { format: formatNames[read.format] })}</p>
      )}
      {errors.length === 0 ? null : (
        <Banner tone="negative" title={text('ui.captions.errors')}>
          <Lines problems={errors} />
        </Banner>
      )}
      {warnings.length === 0 ? null : (
        <Banner tone="warning" title={text('ui.captions.warnings')}>
          <Lines problems={warnings} />
        </Banner>
      )}
      {offer === 0 && shift === 0 ? null : (
        <Button size="compact" onClick={() => onShift(shift === 0 ? offer : 0)}>
          {shift === 0
            ? text('ui.captions.shiftBy', { seconds: offer })
            : text('ui.captions.shiftBack', { seconds: shift })}
        </Button>
      )}
    </div>
  )
}

/** Lines that are listed; the rest is counted. */
const SHOWN = 5

function Lines({ problems }: { problems: readonly VttProblem[] }) {
  const { text, issue } = useCaptionTexts()
  const rest = problems.length - SHOWN
  return (
    <ul className="kn-captions-lines">
      {problems.slice(0, SHOWN).map(problem => (
        <li key={`${problem.line} ${problem.code} ${problem.value}`}>{issue(toVttIssue(problem))}</li>
      ))}
      {rest > 0 ? <li>{text('ui.captions.more', { count: rest })}</li> : null}
    </ul>
  )
}
