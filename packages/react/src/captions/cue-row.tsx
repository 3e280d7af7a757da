import { directionOf } from '@kinora/core'
import { formatTimestamp, parseTimestamp } from '@kinora/core/webvtt'
import { ListPlus, Merge, Play, Scissors, Trash2 } from 'lucide-react'
import { type KeyboardEvent, memo, useRef, useState } from 'react'
import { classes } from '../ui/classes.ts'
import { Field } from '../ui/form/field.tsx'
import { TextArea, TextInput } from '../ui/form/text-input.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { type CueEditor, type EditedCue, problemOf, useCueTexts } from './use-cue-editor.ts'

interface CueRowProps {
  cue: EditedCue
  number: number
  language: string
  length: number | undefined
  isLast: boolean
  isNow: boolean
  act: CueActs
}

export type CueActs = Pick<CueEditor, 'change' | 'join' | 'remove' | 'insert'> & {
  split(key: number, offset: number): void
  play(seconds: number): void
}

/** One caption: its times, its text, and what can be done with it. */
export const CueRow = memo(function CueRow({
  cue,
  number,
  language,
  length,
  isLast,
  isNow,
  act,
}: CueRowProps) {
  const { text } = useCueTexts()
  const area = useRef<HTMLTextAreaElement>(null)
  const name = text('ui.captions.cue', { number })
  const problem = problemOf(cue, length)
  return (
    <li className={classes('kn-cue')} data-now={isNow ? '' : undefined} aria-label={name} data-cue={cue.key}>
      <div className="kn-cue-times">
        <TimeInput
          label={text('ui.captions.start')}
          seconds={cue.start}
          onChange={start => act.change(cue.key, { start })}
        />
        <TimeInput
          label={text('ui.captions.end')}
          seconds={cue.end}
          onChange={end => act.change(cue.key, { end })}
          invalid={problem === 'ui.captions.endInvalid'}
        />
      </div>
      <Field
        label={<span className="kn-hidden">{text('ui.captions.text', { number })}</span>}
        className="kn-cue-text"
        error={problem === undefined ? undefined : text(problem)}
      >
        <TextArea
          ref={area}
          rows={2}
          lang={language}
          dir={directionOf(language)}
          value={cue.text}
          onChange={event => act.change(cue.key, { text: event.target.value })}
        />
      </Field>
      <div className="kn-cue-acts">
        <IconButton
          label={text('ui.captions.play', { number })}
          icon={<Play size={16} aria-hidden="true" />}
          onClick={() => act.play(cue.start)}
        />
        <IconButton
          label={text('ui.captions.split', { number })}
          icon={<Scissors size={16} aria-hidden="true" />}
          onClick={() => act.split(cue.key, area.current?.selectionStart ?? 0)}
        />
        <IconButton
          label={text('ui.captions.join', { number })}
          icon={<Merge size={16} aria-hidden="true" />}
          aria-disabled={isLast || undefined}
          onClick={() => isLast || act.join(cue.key)}
        />
        <IconButton
          label={text('ui.captions.insert', { number })}
          icon={<ListPlus size={16} aria-hidden="true" />}
          onClick={() => act.insert(cue.key)}
        />
        <IconButton
          label={text('ui.captions.removeCue', { number })}
          icon={<Trash2 size={16} aria-hidden="true" />}
          onClick={() => act.remove(cue.key)}
        />
      </div>
    </li>
  )
})

interface TimeInputProps {
  label: string
  seconds: number
  invalid?: boolean
  onChange: (seconds: number) => void
}

/** Seconds that an arrow key moves a time by; with Shift ten times that. */
const STEP = 0.1

/** A time as WebVTT writes it: what isn't one stays, marked, and changes nothing. */
function TimeInput({ label, seconds, invalid, onChange }: TimeInputProps) {
  const { text } = useCueTexts()
  const [written, setWritten] = useState<string>()
  const isWrong = written !== undefined && parseTimestamp(written) === undefined
  const step = (event: KeyboardEvent) => {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (way === undefined) return
    event.preventDefault()
    setWritten(undefined)
    onChange(Math.max(0, Math.round((seconds + way * STEP * (event.shiftKey ? 10 : 1)) * 1000) / 1000))
  }
  return (
    <Field
      label={label}
      className="kn-cue-time"
      error={isWrong ? text('ui.captions.timeInvalid') : undefined}
    >
      <TextInput
        size="compact"
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        invalid={isWrong || invalid}
        value={written ?? formatTimestamp(seconds)}
        onKeyDown={step}
        onBlur={() => isWrong || setWritten(undefined)}
        onChange={event => {
          setWritten(event.target.value)
          const parsed = parseTimestamp(event.target.value)
          if (parsed !== undefined) onChange(parsed)
        }}
      />
    </Field>
  )
}
