interface IconProps {
  size: number
}

/**
 * Lucide's `film` and `ellipsis` drawn as one path each: a table draws them with every row that comes into sight, where
 * eight elements take eight times as long as one.
 */
const icon = (path: string, strokeWidth: number) =>
  function RowIcon({ size }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    )
  }

export const FilmIcon = icon(
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM7 3v18M3 7.5h4M3 12h18M3 16.5h4M17 3v18M17 7.5h4M17 16.5h4',
  2,
)

/** Points of no length, as wide as their stroke. */
export const EllipsisIcon = icon('M5 12h.01M12 12h.01M19 12h.01', 4)
