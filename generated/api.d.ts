// Generated from spec/. Do not edit; change spec/ and run: npm run generate

export interface paths {
    "/api/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the agents of the store
         * @description All agents of the store that the key belongs to, oldest first.
         */
        get: operations["listAgents"];
        put?: never;
        /**
         * Create an agent
         * @description Only the required fields must be present; omitted optional config fields get their defaults.
         */
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/chat/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to an agent and stream the reply
         * @description The reply is a stream of Server-Sent Events, described in `asyncapi.yaml`. A failure before the first byte is a
         *     JSON error response; a failure after it is an `error` event.
         */
        post: operations["streamAgentChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the configuration of a chatbot widget
         * @description Used by the embed script.
         */
        get: operations["getWidgetConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/embed/chatbot.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Load the embed script
         * @description JavaScript that renders the chatbot of its `data-chatbot-id` attribute. Served without a key.
         */
        get: operations["getEmbedScript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/embed/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a session for a visitor
         * @description An extension (decision 0016): called with the chatbot and, from the second visit on, the visitor's secret, by a
         *     page whose origin is allowed for the chatbot. Nothing but the operations with `visitorToken` accepts the token.
         */
        post: operations["openVisitorSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/embed/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report what a visitor did in the widget
         * @description An extension (decision 0043), for the figures of the dashboard.
         */
        post: operations["recordWidgetEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/embed/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whether a message for a person may be left
         * @description An extension (decision 0068): yes after a reply that was no help, once, where the chatbot offers it.
         */
        get: operations["offersMessage"];
        put?: never;
        /**
         * Leave a message for a person of the shop
         * @description An extension (decision 0068). A message with the same id is stored once.
         */
        post: operations["leaveMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message of the Model Context Protocol
         * @description Streamable HTTP for MCP-compatible clients, with the same API key. The protocol describes the messages and the
         *     tools (decision 0020).
         */
        post: operations["callMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Agent
         * @description An agent of a store (source 2.1).
         */
        Agent: {
            /**
             * @description Unique, assigned by the service.
             * @example agt_6bJq0TnVxk2mWc8Rz4Yd1f
             */
            id: string;
            /**
             * @description Display name.
             * @example Shop assistant
             */
            name: string;
            /**
             * @description Agent type. The known values are examples, not a complete list (decision 0002).
             * @example customer_support
             * @example product_recommendation
             */
            type: string;
            /** @description Short description; absent where it was not sent. */
            description?: string;
            config: components["schemas"]["AgentConfigApplied"];
            /**
             * @description Present in lists; `active`, or `disabled` for an agent that rejects messages (source 3, decision 0009).
             * @example active
             */
            status?: string;
            /**
             * Format: date-time
             * @description Creation time (ISO 8601, UTC, milliseconds).
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change; equals `created_at` on creation.
             */
            updated_at: string;
        };
        /**
         * AgentConfig
         * @description The model and the tools of an agent, as a client sends them (source 2.2).
         */
        AgentConfig: {
            /**
             * @description The kind of provider. `provider_one` is a direct model vendor, `provider_two` a model router,
             *     `provider_three` a cloud model platform.
             * @enum {string}
             */
            model_provider: "provider_one" | "provider_two" | "provider_three";
            /**
             * @description The provider's identifier of the model.
             * @example shopping-1
             */
            model_id: string;
            /** @description Instructions sent to the model before every conversation. */
            system_prompt: string;
            /**
             * @description Sampling temperature.
             * @default 0.7
             */
            temperature?: number;
            /**
             * @description Maximum number of tokens in one reply.
             * @default 4096
             */
            max_tokens?: number;
            /** @description MCP tool connections. There is no default. */
            mcp_capabilities?: components["schemas"]["McpCapability"][];
        };
        /**
         * AgentConfigApplied
         * @description An agent's config as the service returns it, with the defaults of source 2.2 filled in.
         */
        AgentConfigApplied: {
            /**
             * @description The kind of provider. `provider_one` is a direct model vendor, `provider_two` a model router,
             *     `provider_three` a cloud model platform.
             * @enum {string}
             */
            model_provider: "provider_one" | "provider_two" | "provider_three";
            /**
             * @description The provider's identifier of the model.
             * @example shopping-1
             */
            model_id: string;
            /** @description Instructions sent to the model before every conversation. */
            system_prompt: string;
            /** @description As sent; 0.7 if omitted. */
            temperature: number;
            /** @description As sent; 4096 if omitted. */
            max_tokens: number;
            /** @description As sent; absent if omitted. */
            mcp_capabilities?: components["schemas"]["McpCapabilityApplied"][];
        };
        /**
         * AgentCreate
         * @description Request body of `createAgent` (source 4.3).
         */
        AgentCreate: {
            /**
             * @description Display name.
             * @example Shop assistant
             */
            name: string;
            /**
             * @description Agent type. The known values are examples, not a complete list (decision 0002).
             * @example customer_support
             * @example product_recommendation
             */
            type: string;
            /** @description Short description. */
            description?: string;
            config: components["schemas"]["AgentConfig"];
        };
        /**
         * AgentList
         * @description All agents of the store, oldest first (source 4.2, decision 0010).
         */
        AgentList: {
            agents: components["schemas"]["Agent"][];
        };
        /**
         * ChatEvent
         * @description One event of the chat stream of a type that this version knows (source 6).
         */
        ChatEvent: components["schemas"]["TextEvent"] | components["schemas"]["ToolUseEvent"] | components["schemas"]["ToolResultEvent"] | components["schemas"]["EndEvent"] | components["schemas"]["ErrorEvent"];
        /**
         * ChatReply
         * @description The whole reply as one object, for `stream: false` (decision 0008).
         */
        ChatReply: {
            /** @description Send it with follow-up messages. */
            conversation_id: string;
            /** @description The concatenated text of the reply. */
            content: string;
            /** @description The tool calls in order, each with its result. */
            tool_calls: {
                /** @description Tool name. */
                tool: string;
                /** @description Input of the tool call. */
                input: Record<string, unknown>;
                /** @description Output of the tool call. */
                output: Record<string, unknown>;
            }[];
        };
        /**
         * ChatRequest
         * @description A message to an agent (source 4.1).
         */
        ChatRequest: {
            /** @description The agent that receives the message. */
            agent_id: string;
            /**
             * @description The user's message.
             * @example Do you have a blue shirt under $60?
             */
            message: string;
            /** @description Continues an existing conversation; if omitted, a new one starts. */
            conversation_id?: string;
            /**
             * @description false returns one JSON object instead of the stream (decision 0008).
             * @default true
             */
            stream?: boolean;
        };
        /**
         * EndEvent
         * @description The reply is complete. Terminal; nothing follows it.
         */
        EndEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "end";
            /** @description Send it with follow-up messages. */
            conversation_id: string;
        };
        /**
         * Error
         * @description The body of every error response (source 2.5).
         */
        Error: {
            /**
             * @description A human-readable message. For invalid input it names the field and the violated rule.
             * @example config.temperature must be <= 1
             */
            error: string;
            /**
             * @description The HTTP status code of the response.
             * @example 400
             */
            status: number;
            code: components["schemas"]["ErrorCode"];
        };
        /**
         * ErrorCode
         * @description Names the error for programs (decision 0050). The list is open, which `x-extensible-enum` says: a client treats a code
         *     that it does not know by the `status`.
         *
         *     | Code | Status | When |
         *     |---|---|---|
         *     | `invalid_request` | 400 | The request is not valid HTTP, JSON, or by the schema; the error names the field and the rule. |
         *     | `unauthorized` | 401 | The API key, visitor token or session is missing, invalid or expired. |
         *     | `https_required` | 403 | The request was sent over plain HTTP. |
         *     | `agent_limit_reached` | 403 | The plan's agent limit is reached. |
         *     | `origin_not_allowed` | 403 | The page's origin may not send this request. |
         *     | `role_required` | 403 | The person's role in the store does not allow this (dashboard). |
         *     | `not_found` | 404 | The path or the resource does not exist in this store. |
         *     | `method_not_allowed` | 405 | The path does not accept this method; see `Allow`. |
         *     | `request_timeout` | 408 | The request did not arrive in time. |
         *     | `conflict` | 409 | Another request is in progress, or has changed the resource. |
         *     | `payload_too_large` | 413 | The body is too large. |
         *     | `unsupported_media_type` | 415 | The body has another media type, charset or encoding. |
         *     | `idempotency_mismatch` | 422 | The Idempotency-Key was used with a different request. |
         *     | `rate_limited` | 429 | A rate limit is exceeded; see `Retry-After`. |
         *     | `headers_too_large` | 431 | The headers are too large. |
         *     | `internal` | 500 | An internal error. |
         *     | `model_unavailable` | 502 | The model provider has no credentials, failed, or ended the reply early. |
         *     | `unavailable` | 503 | The service is starting or stopping, or cannot reach its database. |
         *     | `timed_out` | 504 | The reply timed out. |
         * @enum {string}
         */
        ErrorCode: "invalid_request" | "unauthorized" | "https_required" | "agent_limit_reached" | "origin_not_allowed" | "role_required" | "not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "payload_too_large" | "unsupported_media_type" | "idempotency_mismatch" | "rate_limited" | "headers_too_large" | "internal" | "model_unavailable" | "unavailable" | "timed_out";
        /**
         * ErrorEvent
         * @description An error occurred during processing (source 6). Terminal; no `end` follows it (decision 0007).
         */
        ErrorEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "error";
            /** @description A human-readable message. */
            error: string;
            /** @description The HTTP status for this error if the stream had not started. */
            status: number;
            code: components["schemas"]["ErrorCode"];
        };
        /**
         * LeftMessage
         * @description A message for a person of the shop (decision 0068).
         */
        LeftMessage: {
            /** @description Chosen by the widget; sent again with the same id, the message is stored once. */
            id: string;
            /** @description The conversation in which the reply was no help. */
            conversation_id: string;
            /**
             * Format: email
             * @description Where the shop replies to.
             */
            email: string;
            /** @description The question. */
            text: string;
        };
        /**
         * McpCapability
         * @description One MCP tool connection of an agent (source 2.2). Decision 0003 covers its types.
         */
        McpCapability: {
            /**
             * @description Name of a tool connection. `product_catalog` and `shop_knowledge` are built in; a type without a connection is stored and provides no tools.
             * @example product_catalog
             */
            type: string;
            /** @description Whether the agent may use this connection. */
            enabled: boolean;
        };
        /**
         * McpCapabilityApplied
         * @description One MCP tool connection of an agent, as it was sent (source 2.2).
         */
        McpCapabilityApplied: {
            /**
             * @description Name of a tool connection.
             * @example product_catalog
             */
            type: string;
            /** @description Whether the agent may use this connection. */
            enabled: boolean;
        };
        /**
         * McpMessage
         * @description One JSON-RPC message of the Model Context Protocol, an object; an array of them, a batch, in its revision of 2025-03-26.
         */
        McpMessage: unknown;
        /**
         * MessageOffer
         * @description Whether a visitor may leave a message for a person of the shop (decision 0068).
         */
        MessageOffer: {
            /** @description True after a reply that was no help, until a message is left. */
            offered: boolean;
        };
        /**
         * OrderedEvent
         * @description The shop's page says that the visitor has ordered. An order is counted once, and nobody verifies it.
         */
        OrderedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ordered";
            /** @description The shop's own id of the order. */
            order_id: string;
            /** @description What was ordered. */
            items: {
                /** @description The product. */
                product_id: string;
                /** @description How many pieces. */
                quantity: number;
            }[];
            /**
             * OrderTotal
             * @description What the order costs.
             */
            total: {
                /** @description In minor units of the currency. */
                amount: number;
                /** @description ISO 4217. */
                currency: string;
            };
        };
        /**
         * OtherEvent
         * @description An event of a type that this version does not know. Our service sends none; clients skip it (decision 0029).
         */
        OtherEvent: {
            type: string;
        };
        /**
         * PageContext
         * @description Where a shopper is, and what is in their cart, as the page says it (decision 0062).
         */
        PageContext: {
            /** @description The product that the page is about, by its id in the catalogue. */
            product_id?: string;
            /** @description The variant of the product that the page has selected. */
            variant_id?: string;
            /** @description The stock keeping unit of that variant, where the page does not know its id. */
            sku?: string;
            /** @description The product's title, where the page does not know its id. */
            name?: string;
            /** @description The product's address, where the page does not know its id. */
            url?: string;
            /** @description The category that the page is about. */
            category?: string;
            /** @description What is in the cart; absent where the page does not say it. */
            cart?: {
                /** @description The product. */
                product_id: string;
                /** @description The variant. */
                variant_id?: string;
                /** @description How many. */
                quantity: number;
            }[];
            /** @description Whether the cart has more lines than these. */
            cart_has_more?: boolean;
            /** @description Whether the page puts a product into its cart when the shopper confirms its card. */
            can_add_to_cart?: boolean;
        };
        /**
         * ProductAddedEvent
         * @description A product of a reply was put into the shop's cart.
         */
        ProductAddedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "product_added";
            /** @description The product. */
            product_id: string;
            /** @description The conversation in which it stands. */
            conversation_id?: string;
        };
        /**
         * ProductClickedEvent
         * @description A product of a reply was clicked.
         */
        ProductClickedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "product_clicked";
            /** @description The product. */
            product_id: string;
            /** @description The conversation in which it stands. */
            conversation_id?: string;
        };
        /**
         * ProductShownEvent
         * @description A product of a reply was shown.
         */
        ProductShownEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "product_shown";
            /** @description The product. */
            product_id: string;
            /** @description The conversation in which it stands. */
            conversation_id?: string;
        };
        /**
         * StreamEvent
         * @description One event of the chat stream (source 6).
         */
        StreamEvent: components["schemas"]["ChatEvent"] | components["schemas"]["OtherEvent"];
        /**
         * TextEvent
         * @description A chunk of the reply's text. Clients concatenate chunks in arrival order.
         */
        TextEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            /** @description The chunk. */
            content: string;
        };
        /**
         * ThumbEvent
         * @description The visitor rated the latest reply of a conversation; the latest thumb counts.
         */
        ThumbEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "thumb";
            /** @description The conversation. */
            conversation_id: string;
            /**
             * @description Whether the reply helped.
             * @enum {string}
             */
            value: "up" | "down";
        };
        /**
         * ToolResultEvent
         * @description The result of a tool call.
         */
        ToolResultEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_result";
            /** @description Tool name. */
            tool: string;
            /** @description Output of the tool. */
            output: Record<string, unknown>;
        };
        /**
         * ToolUseEvent
         * @description The agent is calling a tool.
         */
        ToolUseEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_use";
            /** @description Tool name. */
            tool: string;
            /** @description Input of the tool call. */
            input: Record<string, unknown>;
        };
        /**
         * VisitorSession
         * @description The credential of a visitor (decision 0016).
         */
        VisitorSession: {
            /** @description Sent as `Authorization` with `Bearer`. */
            token: string;
            /**
             * Format: date-time
             * @description When the token expires.
             */
            expires_at: string;
            /** @description Identifies the same visitor in the next session; absent in an anonymous one. */
            visitor_secret?: string;
            /** @description Hosts that links in the agent's text may open; absent or empty for every host (decision 0036). */
            link_hosts?: string[];
        };
        /**
         * VisitorSessionRequest
         * @description Opens a session for a visitor of a chatbot (decision 0016).
         */
        VisitorSessionRequest: {
            /** @description The chatbot. */
            chatbot_id: string;
            /** @description From an earlier session of the same visitor; an invalid one starts a new visitor. */
            visitor_secret?: string;
            /** @description Whether the token names no visitor: it reads the configuration only, and the response has no secret. For pages whose chat was not opened. */
            anonymous?: boolean;
        };
        /**
         * WidgetConfig
         * @description Configuration that the embed script renders a chatbot from (source 2.3).
         */
        WidgetConfig: {
            /** @description Unique chatbot identifier. */
            chatbot_id: string;
            /** @description The agent that powers the chatbot. */
            agent_id: string;
            /** @description Internal chatbot name. */
            name: string;
            config: {
                /** @description The first message that a visitor sees. */
                welcome_message: string;
                /** @description Clickable prompt suggestions. */
                suggested_prompts: string[];
                theme: components["schemas"]["WidgetTheme"];
                /**
                 * @description Shape of the bubble.
                 * @enum {string}
                 */
                bubble_style: "rounded" | "square" | "pill";
                /**
                 * @description Corner of the page.
                 * @enum {string}
                 */
                position: "bottom-right" | "bottom-left";
                /** @description Title of the chat window's header. */
                title: string;
                /** @description Optional subtitle. */
                subtitle?: string;
                /** @description A picture of the shop or of the assistant for the chat window's header. */
                avatar_url?: string;
                /** @description Whether the chat window says that AI can make mistakes; absent: yes. */
                ai_notice?: boolean;
                /** @description Whether the chat window is dark on a device in dark mode; absent: yes. */
                dark_mode?: boolean;
                /** @description Whether a reply that is no help offers to leave a message for a person; absent: yes. */
                leave_message?: boolean;
            };
        };
        /**
         * WidgetEvent
         * @description One thing that a visitor did in the widget.
         */
        WidgetEvent: components["schemas"]["WidgetOpenedEvent"] | components["schemas"]["ProductShownEvent"] | components["schemas"]["ProductClickedEvent"] | components["schemas"]["ProductAddedEvent"] | components["schemas"]["OrderedEvent"] | components["schemas"]["ThumbEvent"];
        /**
         * WidgetEvents
         * @description What a visitor did in the widget (decision 0043).
         */
        WidgetEvents: {
            /** @description The events in their order. */
            events: components["schemas"]["WidgetEvent"][];
        };
        /**
         * WidgetOpenedEvent
         * @description The chat was opened.
         */
        WidgetOpenedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "opened";
        };
        /**
         * WidgetTheme
         * @description Colours of the widget, each a hexadecimal colour (source 2.3).
         */
        WidgetTheme: {
            /** @example #1f6feb */
            primary_color: string;
            /** @example #ffffff */
            background_color: string;
            /** @example #1f2328 */
            text_color: string;
            /** @example #ddf4ff */
            user_message_color: string;
            /** @example #f6f8fa */
            bot_message_color: string;
        };
    };
    responses: {
        /** @description The created agent. */
        AgentCreated: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Agent"];
            };
        };
        /** @description The request is invalid; the error names the field and the rule. */
        BadRequest: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key is missing or invalid. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request was sent over plain HTTP. */
        HttpsRequired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The plan's agent limit is reached and nothing was created, or the request was sent over plain HTTP. */
        AgentLimitReached: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The resource does not exist in this store. */
        NotFound: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The conversation is still processing an earlier message, or the first request with this Idempotency-Key is still in progress and cannot be joined. */
        Conflict: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This Idempotency-Key was used with a different request. */
        IdempotencyMismatch: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 256 kB. */
        PayloadTooLarge: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not application/json. */
        UnsupportedMediaType: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The plan's rate limit is exceeded. */
        TooManyRequests: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Whole seconds until the same request is accepted.
                 * @example 12
                 */
                "Retry-After": number;
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request's headers are too large. */
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description An internal server error. */
        InternalError: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The agent's model provider has no credentials, failed, or ended the reply early. */
        ModelUnavailable: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The reply timed out. */
        TimedOut: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service is starting or stopping, or cannot reach its database. */
        Unavailable: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryLater"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description An extension (decision 0030). A request repeated with the same key and the same body returns the first
         *     response and does not run again. A stream that is still running is joined, from its first event on.
         * @example 5f0c7a52-7f7e-4a43-9d3e-2f8b6c1d9e10
         */
        IdempotencyKey: string;
        /**
         * @description An extension (decision 0062). Where the shopper is: JSON in ASCII, with every other character escaped as `\uXXXX`.
         * @example {"product_id":"arc-reading-lamp","cart":[{"product_id":"fern-mug","quantity":2}]}
         */
        PageContext: string;
        /** @description An extension (decision 0016). The ETag of an earlier response; 304 without a body while it is unchanged. */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Remaining requests in this minute, as in the IETF draft on RateLimit headers. Sent with every response to a key
         *     whose store has a limit, and not to visitors.
         * @example "minute";r=19;t=60
         */
        RateLimit: string;
        /**
         * @description The rate limit of this store; sent with `RateLimit`.
         * @example "minute";q=20;w=60
         */
        RateLimitPolicy: string;
        /**
         * @description Identifies this request in the service's logs; quote it in support requests.
         * @example req_5dVq0R1nT8bK3mXw7LzYcE
         */
        RequestId: string;
        /**
         * @description Whole seconds until the same request is likely to be accepted, where the service knows it.
         * @example 2
         */
        RetryLater: number;
        /**
         * @description How a browser may cache the response (decision 0016).
         * @example private, no-cache
         */
        CacheControl: string;
        /**
         * @description Identifies this version of the response.
         * @example "Yt0rUZ4PLpXNqTnSEd1aXHEaQ9cbAZKmgYfqVt0GsUE"
         */
        ETag: string;
        /**
         * @description The conversation id, sent before the first event.
         * @example cnv_5dVq0R1nT8bK3mXw7LzYcE
         */
        ConversationId: string;
        /**
         * @description How to authenticate.
         * @example Bearer
         */
        WwwAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All agents. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An extension (decision 0030). A request repeated with the same key and the same body returns the first
                 *     response and does not run again. A stream that is still running is joined, from its first event on.
                 * @example 5f0c7a52-7f7e-4a43-9d3e-2f8b6c1d9e10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentCreate"];
            };
        };
        responses: {
            201: components["responses"]["AgentCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AgentLimitReached"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamAgentChat: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An extension (decision 0030). A request repeated with the same key and the same body returns the first
                 *     response and does not run again. A stream that is still running is joined, from its first event on.
                 * @example 5f0c7a52-7f7e-4a43-9d3e-2f8b6c1d9e10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description An extension (decision 0062). Where the shopper is: JSON in ASCII, with every other character escaped as `\uXXXX`.
                 * @example {"product_id":"arc-reading-lamp","cart":[{"product_id":"fern-mug","quantity":2}]}
                 */
                "X-Page-Context"?: components["parameters"]["PageContext"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatRequest"];
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Conversation-Id": components["headers"]["ConversationId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamEvent"];
                    "application/*": components["schemas"]["ChatReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ModelUnavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["TimedOut"];
        };
    };
    getWidgetConfig: {
        parameters: {
            query: {
                /** @description The chatbot. */
                chatbot_id: string;
            };
            header?: {
                /** @description An extension (decision 0016). The ETag of an earlier response; 304 without a body while it is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The widget configuration. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetConfig"];
                };
            };
            /** @description The widget configuration is still the one of If-None-Match (decision 0016). */
            304: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEmbedScript: {
        parameters: {
            query?: never;
            header?: {
                /** @description An extension (decision 0016). The ETag of an earlier response; 304 without a body while it is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The script. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
            /** @description The script is still the one of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["HttpsRequired"];
        };
    };
    openVisitorSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VisitorSessionRequest"];
            };
        };
        responses: {
            /** @description The visitor's token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorSession"];
                };
            };
            /** @description The request is invalid; the error names the field and the rule. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The page may not embed the chatbot, or the request was sent over plain HTTP. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The chatbot does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 4 kB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this visitor or address. */
            429: {
                headers: {
                    /**
                     * @description Whole seconds until the same request is accepted.
                     * @example 12
                     */
                    "Retry-After": number;
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            /** @description An internal server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is starting or stopping, or cannot reach its database. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    recordWidgetEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WidgetEvents"];
            };
        };
        responses: {
            /** @description The events are recorded. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid; the error names the field and the rule. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            /** @description A conversation is not the visitor's. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 8 kB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this visitor or address. */
            429: {
                headers: {
                    /**
                     * @description Whole seconds until the same request is accepted.
                     * @example 12
                     */
                    "Retry-After": number;
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            /** @description An internal server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is starting or stopping, or cannot reach its database. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    offersMessage: {
        parameters: {
            query: {
                /** @description A conversation of the visitor. */
                conversation_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether it may. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageOffer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            /** @description The conversation is not the visitor's. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this visitor or address. */
            429: {
                headers: {
                    /**
                     * @description Whole seconds until the same request is accepted.
                     * @example 12
                     */
                    "Retry-After": number;
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            /** @description An internal server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is starting or stopping, or cannot reach its database. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    leaveMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeftMessage"];
            };
        };
        responses: {
            /** @description The message is stored. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid; the error names the field and the rule. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            /** @description The conversation is not the visitor's. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The last reply was a help, or a message was left after it. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 16 kB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not application/json. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests of this visitor or address. */
            429: {
                headers: {
                    /**
                     * @description Whole seconds until the same request is accepted.
                     * @example 12
                     */
                    "Retry-After": number;
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            /** @description An internal server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service is starting or stopping, or cannot reach its database. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    callMcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            /** @description The response to the message, alone or after notifications about its progress. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                    "text/event-stream": components["schemas"]["McpMessage"];
                };
            };
            /** @description A notification is accepted. */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is invalid. The body is an error of the protocol, or the error body for a message that is nested too deep. */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description Pages of this origin may not use the endpoint, or the request was sent over plain HTTP. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
