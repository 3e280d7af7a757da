import { TriangleAlert } from 'lucide-react'

/** What is lost by going on, a line each; nothing where nothing is. */
export function LossList({ losses }: { losses: readonly string[] }) {
  if (losses.length === 0) return null
  return (
    <ul className="kn-loss">
      {losses.map(loss => (
        <li key={loss}>
          <TriangleAlert size={16} aria-hidden="true" />
          {loss}
        </li>
      ))}
    </ul>
  )
}
