interface SparkProps {
  values: readonly number[]
  /** What it says, for those who don't see it. */
  label: string
}

const WIDTH = 64
const HEIGHT = 20

/** A line of days, as high as the highest of them; it runs the way text does. */
export function Spark({ values, label }: SparkProps) {
  const top = Math.max(...values, 1)
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map(
    (value, index) =>
      `${(index * step).toFixed(1)},${(HEIGHT - 1 - (value / top) * (HEIGHT - 2)).toFixed(1)}`,
  )
  return (
    <svg className="kn-spark" role="img" aria-label={label} width={WIDTH} height={HEIGHT}>
      <polyline points={points.join(' ')} />
    </svg>
  )
}
