/** The mark and, where there is room, the name. */
export function Brand({ name, compact }: { name: string; compact: boolean }) {
  return (
    <span className="portal-brand">
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--kn-accent)" />
        <path
          d="M12 9.8v12.4a1 1 0 0 0 1.5.9l10.2-6.2a1 1 0 0 0 0-1.8L13.5 8.900a1 1 0 0 0-1.5.9Z"
          fill="var(--kn-on-accent)"
        />
      </svg>
      <span className={compact ? 'kn-hidden' : undefined}>{name}</span>
    </span>
  )
}
