import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCopy } from '../kernel/copy-input.tsx'
import { IconButton } from '../ui/icon-button.tsx'

export interface Fact {
  label: string
  value: ReactNode
  /** Given, a button copies it; with the name of that button. */
  copy?: { text: string; label: string }
}

/** Facts that can be read but not changed. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="kn-facts">
      {facts.map(({ label, value, copy }) => (
        <div key={label} className="kn-fact">
          <dt>{label}</dt>
          <dd>
            <bdi className="kn-fact-value">{value}</bdi>
            {copy ? <CopyButton {...copy} /> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function CopyButton({ text: words, label }: { text: string; label: string }) {
  const copy = useCopy()
  return (
    <IconButton
      className="kn-fact-copy"
      label={label}
      icon={<Copy size={14} aria-hidden="true" />}
      onClick={() => void copy(words)}
    />
  )
}
