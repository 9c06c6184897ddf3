/** The facts that a new configuration file starts with. */
export interface ConfigFacts {
  readonly product_slug: string;
  readonly product_name: string;
  readonly github_repo_url: string;
  readonly github_ref: string;
  readonly site_repo_url: string;
}

/** A configuration file with comments, for people to go on with. */
export const writeConfig = (
  facts: ConfigFacts,
): string => `# Configuration of a launch. Check it with: recourse launch check <this file>

# The product: its name in paths and branches, its display name, and its repository at one commit.
product_slug: ${quote(facts.product_slug)}
product_name: ${quote(facts.product_name)}
github_repo_url: ${quote(facts.github_repo_url)}
github_ref: ${quote(facts.github_ref)}

# The site. The pull request is opened against site_branch, or the default branch if it is omitted.
site_repo_url: ${quote(facts.site_repo_url)}
# site_branch: main

# The sections to write. Each has a folder: content/<section>, unless site_layout says otherwise.
required_sections: [products, docs, reference, kb, blog]
# site_layout:
#   content_root: content
#   subdomain_roots:
#     docs: content/documentation
#   localization: none        # none, dir or filename

# Folders and files of the site that the run may write. Nothing else is ever changed.
allowed_paths:
  - content

# A folder of the site with your own page templates.
# templates_dir: launch-templates

# How strictly pages are checked: local, ci or prod.
validation_profile: local

# Whether the run fixes issues automatically, and how often it may try.
auto_fix: false
max_fix_attempts: 3

# A language model that writes introductions. It sees only statements from the product's repository, and
# each sentence must follow from them. The operator of the server sets the allowed endpoints: LAUNCH_LLM_ENDPOINTS.
# llm:
#   api_base_url: http://127.0.0.1:8080/v1   # any OpenAI-compatible endpoint
#   model: my-model
#   api_key_env: MODEL_API_KEY               # an environment variable of the server, never the key
#   request_timeout_s: 120
#   max_concurrency: 4
#   decoding: { temperature: 0, max_tokens: 1000 }
#   fallback: { api_base_url: "https://models.example/v1", model: other-model }
# budgets:
#   max_llm_calls: 500
#   max_llm_tokens: 1000000
`;

/** A double-quoted string is the same in YAML and JSON. */
const quote = (text: string): string => JSON.stringify(text);
