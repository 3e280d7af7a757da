import type { PublishingChange, PublishingEffect } from '@kinora/core'
import { useState } from 'react'
import { EffectTitles } from './effect-titles.tsx'
import { toSentences } from './effect-words.ts'
import { usePublishingTexts } from './texts.ts'

export interface EffectListProps {
  effects: readonly PublishingEffect[]
  /** In the same order. */
  changes: readonly PublishingChange[]
}

/** A sentence for each tenant; those with titles can be opened. */
export function EffectList({ effects, changes }: EffectListProps) {
  return (
    <ul className="kn-effects">
      {effects.map((effect, index) => (
        <li key={effect.tenantId ?? ''}>
          <Effect effect={effect} change={changes[index]!} />
        </li>
      ))}
    </ul>
  )
}

function Effect({ effect, change }: { effect: PublishingEffect; change: PublishingChange }) {
  const texts = usePublishingTexts()
  const [open, setOpen] = useState(false)
  const words = toSentences(texts, effect).map(sentence => <span key={sentence}>{sentence}</span>)
  if (effect.arriving + effect.leaving === 0) return <p className="kn-effect">{words}</p>
  return (
    <details className="kn-effect" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{words}</summary>
      {open ? <EffectTitles change={change} /> : null}
    </details>
  )
}
