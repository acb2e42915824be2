import type { ComponentProps } from 'react'

type IconData = { readonly name: string; readonly node: readonly (readonly ['path', ComponentProps<'path'>])[] }

/**
 * Makes the icons of lucide-react, in place of its own file of this name (next.config.js): that one makes client components, whose
 * code each page would load to draw again what the server has drawn.
 */
export default function createLucideIcon({ node }: IconData) {
  return (props: ComponentProps<'svg'>) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      {...props}
    >
      {node.map(([Tag, { key, ...attributes }]) => (
        <Tag key={key} {...attributes} />
      ))}
    </svg>
  )
}
